import { isJsonObject, jsonEqual, type Json } from '../core/json.ts';
import { coversPointer, isSafePointer, pointerSegments, toPointer, type Pointer } from '../core/json-pointer.ts';
import { MAX_OPERATIONS, type Operation } from '../core/operation.ts';
import { applyPlan, applyTogether, type Applied } from './apply.ts';
import { changedPlaces } from './changed-places.ts';
import { changedProtection, comparisonOf } from './compare-protected.ts';
import { describePlace } from './describe.ts';
import { valueToFill } from './operations/fill-value.ts';
import { operationNamed } from './operations/registry.ts';
import { siteAt } from './site.ts';
import { judged, type Subject } from './subject.ts';

/** A repair that is to be proved: the letter as it died, the plan, and what the plan is said to make of it. */
export interface Claim {
  readonly before: Subject;
  readonly operations: readonly Operation[];
  readonly after: Subject;
  /** True where a store refused the text of a payload that its schema accepts. */
  readonly textRefused: boolean;
}

/** `proved` with the names of all proofs, or the first that failed. */
export type Proof = { readonly kind: 'proved'; readonly proofs: readonly string[]; readonly body: Uint8Array } | { readonly kind: 'refuted'; readonly proof: string; readonly why: string };

type Check = (claim: Claim, applied: Applied) => string | undefined;

/** In the order in which they run. Each gives the reason where it fails. */
const CHECKS: readonly (readonly [name: string, check: Check])[] = [
  ['needed-repair', needed],
  ['operations-allowed', operationsAllowed],
  ['gives-this-payload', ({ after }, applied) => (jsonEqual(applied.payload, after.payload) ? undefined : 'the plan does not give this payload')],
  ['schema-accepts', ({ after }) => (after.issues.length === 0 ? undefined : `the schema still refuses ${describePlace(after.issues[0]?.pointer ?? '')}`)],
  ['protected-equal', ({ before, after }, { moves }) => changedProtection(before.payload, after.payload, comparisonOf(before, moves))],
  ['declared-places-only', declaredPlacesOnly],
  ['no-invented-value', noInventedValue],
  ['idempotent', ({ after, operations }) => (jsonEqual(applyTogether(after, operations).payload, after.payload) ? undefined : 'applying the plan again changes the payload again')],
];

const PROOFS: readonly string[] = [...CHECKS.map(([name]) => name), 'no-prototype-key'];

const UTF_8 = new TextEncoder();

/** Proves a repair for one letter. Nothing is taken on trust but the verdict of the user's validator. */
export async function prove(claim: Claim): Promise<Proof> {
  const applied = await applyPlan(claim.before, claim.operations);
  for (const [proof, check] of CHECKS) {
    const why = check(claim, applied);
    if (why !== undefined) return { kind: 'refuted', proof, why };
  }
  const text = JSON.stringify(claim.after.payload);
  if (text.includes('"__proto__"')) return { kind: 'refuted', proof: 'no-prototype-key', why: 'the payload holds a key __proto__' };
  return { kind: 'proved', proofs: PROOFS, body: UTF_8.encode(text) };
}

/** Applies a plan to a letter and has the result judged. Rejects where the user's validator does. */
export async function carriedOut(before: Subject, operations: readonly Operation[]): Promise<Subject> {
  const { payload } = await applyPlan(before, operations);
  return judged(before, payload);
}

function needed({ before, textRefused }: Claim): string | undefined {
  return before.issues.length > 0 || textRefused ? undefined : 'the payload is valid as it is';
}

function operationsAllowed({ before, operations }: Claim): string | undefined {
  if (operations.length > MAX_OPERATIONS) return `the plan has more than ${MAX_OPERATIONS} operations`;
  for (const operation of operations) {
    const kind = operationNamed(operation.name);
    const place = describePlace(operation.path);
    if (kind === undefined || kind.class !== operation.class) return `there is no ${operation.class} operation ${operation.name}`;
    if (!namedPlaces(operation).every(isSafePointer)) return `${place} reaches a prototype`;
    if (kind.class === 'content') return `${operation.name} changes the content of ${place}, which only a person may do`;
    const free = before.jobType.freeText.some((pattern) => coversPointer(pattern, operation.path));
    if (kind.class === 'lossy' && !free) return `${operation.name} drops part of ${place}, which is not declared as free text`;
  }
  return undefined;
}

function declaredPlacesOnly({ before, operations, after }: Claim): string | undefined {
  const declared = operations.flatMap(namedPlaces);
  const other = changedPlaces(before.payload, after.payload).find((pointer) => !declared.some((pattern) => coversPointer(pattern, pointer)));
  return other === undefined ? undefined : `${describePlace(other)} would change, which no operation names`;
}

/** Every place that an operation may touch: its path and, where a member gets another key, that of the other key. */
function namedPlaces({ path, with: parameters }: Operation): readonly Pointer[] {
  const parent = toPointer(pointerSegments(path).slice(0, -1));
  const others = isJsonObject(parameters) ? [parameters['from'], parameters['to']].filter((key) => typeof key === 'string') : [];
  return [path, ...others.map((key) => parent + toPointer([key]))];
}

/** Lossless operations give another form of the value they read; all others must have theirs from the schema or the user. */
function noInventedValue({ before, operations }: Claim): string | undefined {
  const invented = operations.find((operation) => operation.class === 'default' && operation.with !== undefined && !sourcesOf(before, operation.path).some((value) => jsonEqual(value, operation.with)));
  return invented === undefined ? undefined : `the value for ${describePlace(invented.path)} is neither in the schema nor in the configuration`;
}

function sourcesOf(subject: Subject, path: Pointer): readonly (Json | undefined)[] {
  const { want } = siteAt(subject, path);
  // One of several allowed values would be a choice; the only one is a statement.
  return [want.default, valueToFill(subject.jobType, path), ...(want.members.length === 1 ? want.members : [])];
}
