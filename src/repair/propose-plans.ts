import type { RefusedText } from '../core/diagnosis.ts';
import type { ParsedFailure } from '../core/failure.ts';
import { jsonEqual } from '../core/json.ts';
import { MAX_OPERATIONS, type Operation } from '../core/operation.ts';
import type { Remedy } from '../core/remedy.ts';
import { operationNamed } from './operations/registry.ts';
import { namesIn, protectedPlace, withNames } from './declared-names.ts';
import { locationsOf, safestCandidates, swappedPair, type Location } from './plan.ts';
import { carriedOut } from './prove.ts';
import { planForRefusedText } from './refused-text.ts';
import { search } from './search.ts';
import type { Subject } from './subject.ts';
import { tidied, type Repaired } from './tidy.ts';

/** A plan with what it makes of the letter, or why there is none. */
export type Proposed = ({ readonly kind: 'planned'; /** The letter as it died, with the names that the plan's remedy declares. */ readonly before: Subject } & Repaired) | { readonly kind: 'abstained'; readonly why: string };

/** Where plans for a letter may come from. */
export interface PlanSources {
  readonly subject: Subject;
  readonly failure: ParsedFailure;
  readonly refusedText: RefusedText | undefined;
  readonly remedy: Remedy | undefined;
  /** The plan of an earlier letter of the same kind. */
  readonly earlier: readonly Operation[] | undefined;
}

/** Plans for a letter, each made only when those before were not proved. Rejects where the user's validator does. */
export async function* proposePlans({ subject, failure, refusedText, remedy, earlier }: PlanSources): AsyncGenerator<Proposed> {
  if (refusedText !== undefined) {
    const plan = planForRefusedText(subject, refusedText, failure);
    return yield plan.kind === 'abstained' ? plan : await withTidy(subject, plan.operations);
  }
  if (remedy !== undefined && isInForce(remedy)) yield* plansOf(remedy, subject);
  if (earlier !== undefined && isUnrivalled(subject, earlier)) yield await withTidy(subject, earlier);
  yield await searched(subject);
}

/** What a remedy says, then what a search finds that knows the names which the remedy declares. */
async function* plansOf(remedy: Remedy, subject: Subject): AsyncGenerator<Proposed> {
  const names = namesIn(remedy.operations).filter((name) => protectedPlace(subject, name) === undefined);
  const declared = withNames(subject, names);
  // A person who wrote or approved a remedy has decided between the readings; nobody else has.
  const decided = remedy.origin === 'human' || remedy.decidedBy !== undefined;
  if (decided || isUnrivalled(declared, remedy.operations)) yield await withTidy(declared, remedy.operations);
  if (names.length > 0) yield await searched(declared);
}

async function searched(subject: Subject): Promise<Proposed> {
  const found = await search(subject);
  return found.kind === 'abstained' ? found : { kind: 'planned', before: subject, ...(await tidied(found, MAX_OPERATIONS)) };
}

/** A remedy that only a model proposed waits for a person. */
function isInForce({ origin, state, verdict }: Remedy): boolean {
  return verdict !== 'discard' && (state === 'canary' || state === 'trusted' || (state === 'proposed' && origin !== 'model'));
}

async function withTidy(subject: Subject, operations: readonly Operation[]): Promise<Proposed> {
  const after = await carriedOut(subject, operations);
  return { kind: 'planned', before: subject, ...(await tidied({ operations, subject: after }, MAX_OPERATIONS)) };
}

/**
 * True where the safest answers to this letter's own issues speak for no other operations than these. Operations that
 * wait for an issue which is not there yet can't be judged so.
 */
function isUnrivalled(subject: Subject, operations: readonly Operation[]): boolean {
  const locations = locationsOf(subject);
  const isForSome = (operation: Operation): boolean => operation.when.code === 'any' || locations.some((location) => answers(operation, location));
  return operations.every(isForSome) && swappedPair(locations) === undefined && locations.every((location) =>
    safestCandidates(location).every(({ operation, rival }) => !rival && operations.some((other) => sameOperation(other, operation))),
  );
}

/**
 * True where the operation may answer the location. One that reads or drops a value must be what this letter's own search
 * would try: neither a model nor an earlier letter may drop `dryRun`. One that only moves or unpacks may know more.
 */
function answers(operation: Operation, { path, code, received, candidates }: Location): boolean {
  const { when } = operation;
  if (path !== operation.path || code !== when.code || received !== when.received) return false;
  return operationNamed(operation.name)?.opens === true || candidates.some((candidate) => sameOperation(candidate.operation, operation));
}

function sameOperation(left: Operation, right: Operation): boolean {
  return left.name === right.name && left.path === right.path && jsonEqual(left.with, right.with);
}
