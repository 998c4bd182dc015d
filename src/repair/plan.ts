import { isJsonObject, jsonEqual, type Json, type JsonType } from '../core/json.ts';
import { generalise, type Pointer, type PointerPattern } from '../core/json-pointer.ts';
import type { Operation } from '../core/operation.ts';
import type { IssueCode, SchemaIssue } from '../core/payload-schema.ts';
import { booleanFromString } from './operations/boolean-from-string.ts';
import { dateFromParts } from './operations/date-from-parts.ts';
import { numberFromString } from './operations/number-from-string.ts';
import type { OperationKind } from './operations/operation-kind.ts';
import { OPERATIONS, operationsAnswering } from './operations/registry.ts';
import { isContradictedBeside } from './sent-otherwise.ts';
import { siteAt } from './site.ts';
import type { Subject } from './subject.ts';
import { wholeReading, type WholeReading } from './whole-payload.ts';

/** An operation that could answer the issues of a location. */
export interface Candidate {
  readonly operation: Operation;
  /** 0 for lossless readings, which are weighed against each other; then one step for each operation that only states something. */
  readonly tier: number;
  /** Speaks against the others of its place, and is never applied. */
  readonly rival: boolean;
  /** What it gives may need further repair. */
  readonly opens: boolean;
}

/** Issues of one kind at one place, or at the same place of several array elements, with everything that could answer them. */
export interface Location {
  readonly path: PointerPattern;
  readonly code: IssueCode;
  readonly received: JsonType;
  readonly expected: string;
  readonly candidates: readonly Candidate[];
  /** Why there are none, where that is known better than the place tells. */
  readonly why?: string;
}

interface Answer {
  readonly kind: OperationKind;
  readonly rival: boolean;
  readonly with?: Json;
}

/** Every place that the schema complains of, with the operations that could answer. Nothing is tried here. */
export function locationsOf(subject: Subject): readonly Location[] {
  const whole = wholeReading(subject);
  if (whole.kind !== 'none') return [wholeLocation(whole)];
  const groups = new Map<string, { readonly issue: SchemaIssue; readonly path: PointerPattern; readonly pointers: Pointer[]; readonly answers: (readonly Answer[])[] }>();
  for (const issue of subject.issues) {
    const path = generalise(subject.payload, issue.pointer);
    const key = [path, issue.code, issue.received].join('\0');
    const group = groups.get(key) ?? { issue, path, pointers: [], answers: [] };
    groups.set(key, group);
    group.pointers.push(issue.pointer);
    group.answers.push(answersTo(subject, issue));
  }
  return [...groups.values()].flatMap(({ issue, path, pointers, answers }) => {
    const [first = []] = answers;
    // Elements that need different operations are named one by one: a pattern would let one element's reading act on another.
    if (answers.every((other) => sameAnswers(other, first))) return [location(issue, path, first)];
    return pointers.map((pointer, index) => location(issue, pointer, answers[index] ?? []));
  });
}

/** A reading of the whole payload answers for every issue: what the schema misses is inside. */
function wholeLocation(whole: Exclude<WholeReading, { readonly kind: 'none' }>): Location {
  const place = { path: '', code: 'type', received: 'object', expected: '' } as const;
  if (whole.kind === 'unsure') return { ...place, candidates: [], why: whole.why };
  const operation: Operation = { name: whole.by.name, class: whole.by.class, path: '', when: { code: 'any', received: 'object' } };
  return { ...place, candidates: [{ operation, tier: 0, rival: false, opens: true }] };
}

function answersTo(subject: Subject, issue: SchemaIssue): readonly Answer[] {
  const site = siteAt(subject, issue.pointer, issue);
  const answers = operationsAnswering(issue.code, issue.received).flatMap((kind) =>
    kind.propose(site).map((proposal) => ({ kind, rival: proposal.rival === true, ...(proposal.with === undefined ? {} : { with: proposal.with }) })),
  );
  return answers.length > 0 && isContradictedBeside(site) ? answers.map((answer) => ({ ...answer, rival: true })) : answers;
}

function sameAnswers(left: readonly Answer[], right: readonly Answer[]): boolean {
  return left.length === right.length && left.every((answer, index) => answer.kind === right[index]?.kind && answer.rival === right[index].rival && jsonEqual(answer.with, right[index].with));
}

function location(issue: SchemaIssue, path: PointerPattern, answers: readonly Answer[]): Location {
  const { code, received, expected } = issue;
  const candidates = answers.map(({ kind, rival, with: parameters }): Candidate => ({
    operation: { name: kind.name, class: kind.class, path, when: { code, received }, ...(parameters === undefined ? {} : { with: parameters }) },
    tier: kind.class === 'lossless' ? 0 : 1 + OPERATIONS.indexOf(kind),
    rival,
    opens: kind.opens === true,
  }));
  return { path, code, received, expected, candidates };
}

/**
 * True where what was meant has more than one reading: an operation that reads the value in two ways, or with a rival.
 * Whether the schema admits both does not matter: a bound or a refinement (perhaps of today's date) that happens to
 * refuse one of them says nothing of the writer.
 */
function isContested({ candidates, expected }: Location): boolean {
  const names = candidates.filter(({ tier }) => tier === 0).map(({ operation }) => operation.name);
  return new Set(names).size < names.length || candidates.some(({ rival }) => rival) || isFlagOrNumber(expected, names);
}

/** `"1"` where the schema names both types. Where it names none, the validator tells the type and not the meaning. */
function isFlagOrNumber(expected: string, names: readonly string[]): boolean {
  const types = expected.split('|');
  const namesBoth = types.includes('boolean') && (types.includes('number') || types.includes('integer'));
  return namesBoth && names.includes(booleanFromString.name) && names.includes(numberFromString.name);
}

/**
 * Two members of one object that may have been swapped: each has the type that the schema wants of the other
 * (`orderId: 2866, priority: "69697590"`). Reading both in place would keep them swapped, and be accepted.
 */
export function swappedPair(locations: readonly Location[]): Location | undefined {
  const typed = locations.filter(({ code }) => code === 'type' || code === 'union');
  return typed.find((left) => typed.some((right) => left !== right && parentOf(left.path) === parentOf(right.path) && wants(left, right.received) && wants(right, left.received)));
}

function wants({ expected }: Location, received: JsonType): boolean {
  const types = expected.split('|');
  return types.includes(received) || (received === 'integer' && types.includes('number'));
}

function parentOf(path: PointerPattern): PointerPattern {
  return path.slice(0, path.lastIndexOf('/'));
}

/** `13/04/2026` beside `04/14/2026`: each has one reading, but no writer has both orders, so that one of them is a slip. */
function ofTwoDayOrders(locations: readonly Location[]): Location | undefined {
  const inOrder = (wanted: string): Location | undefined =>
    locations.find(({ candidates }) => candidates.some(({ operation }) => operation.name === dateFromParts.name && isJsonObject(operation.with) && operation.with['order'] === wanted));
  return inOrder('day-first') && inOrder('month-first');
}

/** A location at which nobody knows what was meant, for what stands there or for what stands beside it. */
export function contestedIn(locations: readonly Location[]): Location | undefined {
  return locations.find(isContested) ?? swappedPair(locations) ?? ofTwoDayOrders(locations);
}

/** The candidates of the safest step that has any. */
export function safestCandidates({ candidates }: Location): readonly Candidate[] {
  const tier = Math.min(...candidates.map((candidate) => candidate.tier));
  return candidates.filter((candidate) => candidate.tier === tier);
}
