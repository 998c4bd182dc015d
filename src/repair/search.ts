import { jsonEqual, type Json } from '../core/json.ts';
import { MAX_OPERATIONS, type Operation } from '../core/operation.ts';
import { matchesPattern } from '../core/json-pointer.ts';
import type { IssueCode, SchemaIssue } from '../core/payload-schema.ts';
import { applyTogether } from './apply.ts';
import { describeContested, describeUnanswered, describeUnsettled } from './describe.ts';
import { operationNamed } from './operations/registry.ts';
import { contestedIn, locationsOf, type Candidate, type Location } from './plan.ts';
import { judged, type Subject } from './subject.ts';

/** What a search came to. */
export type Found =
  | { readonly kind: 'found'; readonly operations: readonly Operation[]; readonly subject: Subject }
  | { readonly kind: 'abstained'; readonly why: string };

/** Most calls of the user's validator for one letter. */
const MOST_VALIDATIONS = 64;

/** Most times that a repair may uncover new issues. */
const MOST_WAVES = 4;

const TOO_MANY_OPERATIONS = `more than ${MAX_OPERATIONS} operations would be needed`;

/** Issues that another place's repair may settle: a key renamed, a union entered, a rule across members. */
const SETTLED_ELSEWHERE: ReadonlySet<IssueCode> = new Set(['unknown-key', 'union', 'custom']);

/** One way through the choices, as far as it has been followed. */
interface Branch {
  readonly subject: Subject;
  readonly operations: readonly Operation[];
}

interface Exploration {
  readonly valid: Branch[];
  /** Why branches ended, the first first. */
  readonly ends: string[];
  /** Why no result counts, whatever other branches come to. */
  contested: string | undefined;
  validations: number;
  cutShort: boolean;
}

/**
 * Looks for the one payload that the user's validator accepts and that safe operations reach. Abstains where there is
 * none, where there are two different ones, and where it would take too long to be sure.
 */
export async function search(subject: Subject): Promise<Found> {
  const exploration: Exploration = { valid: [], ends: [], contested: undefined, validations: 0, cutShort: false };
  await explore({ subject, operations: [] }, 1, exploration);
  const [best, ...others] = exploration.valid.toSorted((left, right) => left.operations.length - right.operations.length);
  if (exploration.contested !== undefined) return { kind: 'abstained', why: exploration.contested };
  if (others.some((other) => !jsonEqual(other.subject.payload, best?.subject.payload))) {
    return { kind: 'abstained', why: 'the payload can be read in more than one way that the schema accepts' };
  }
  if (exploration.cutShort) return { kind: 'abstained', why: 'there are too many ways to read the payload to be sure of one' };
  if (best === undefined) return { kind: 'abstained', why: exploration.ends[0] ?? 'no safe operation answers the schema' };
  return { kind: 'found', operations: best.operations, subject: best.subject };
}

async function explore(branch: Branch, wave: number, exploration: Exploration): Promise<void> {
  const locations = locationsOf(branch.subject).map((location) => withoutReadAgain(location, branch));
  const contested = contestedIn(locations);
  if (contested !== undefined) {
    exploration.contested ??= describeContested(contested);
    return;
  }
  const answerable = locations.filter(({ candidates }) => candidates.length > 0);
  const unanswered = locations.find(({ candidates, code }) => candidates.length === 0 && (answerable.length === 0 || !SETTLED_ELSEWHERE.has(code)));
  if (unanswered !== undefined) return end(exploration, describeUnanswered(unanswered));
  if (branch.operations.length + answerable.length > MAX_OPERATIONS) return end(exploration, TOO_MANY_OPERATIONS);

  const tried = new Map<Operation, Subject>();
  const choices: (readonly Candidate[])[] = [];
  for (const location of answerable) {
    const chosen = await choose(branch, location, tried, exploration);
    if (chosen.length === 0) return end(exploration, describeUnsettled(location));
    choices.push(chosen);
  }
  for (const combination of combinations(choices)) {
    if (twoResults(exploration) || exploration.cutShort || exploration.contested !== undefined) return;
    await follow(branch, combination, answerable.length === 1 ? tried : undefined, wave, exploration);
  }
}

/** A value that was read once is not read again: `"yes"` may become `true`, but not `"true"` by way of it. */
function withoutReadAgain(location: Location, { operations }: Branch): Location {
  const wasRead = operations.some((operation) => operation.path === location.path && operationNamed(operation.name)?.opens !== true);
  return wasRead ? { ...location, candidates: location.candidates.filter(({ opens }) => opens) } : location;
}

function end({ ends }: Exploration, why: string): void {
  ends.push(why);
}

/** Takes one combination of choices and goes on from there. */
async function follow(branch: Branch, chosen: readonly Candidate[], tried: ReadonlyMap<Operation, Subject> | undefined, wave: number, exploration: Exploration): Promise<void> {
  const added = chosen.map(({ operation }) => operation);
  const operations = [...branch.operations, ...added];
  const [only] = added;
  const known = only === undefined ? undefined : tried?.get(only);
  const subject = known ?? (await judge(branch.subject, applyTogether(branch.subject, added).payload, exploration));
  if (subject === undefined) return;
  const next: Branch = { subject, operations };
  if (subject.issues.length === 0) exploration.valid.push(next);
  else if (wave >= MOST_WAVES) end(exploration, 'every repair uncovers a new issue');
  else if (subject.payload !== branch.subject.payload) await explore(next, wave + 1, exploration);
}

/** The candidates of the safest step that settle the location; where there is but one candidate it is not tried alone. */
async function choose(branch: Branch, location: Location, tried: Map<Operation, Subject>, exploration: Exploration): Promise<readonly Candidate[]> {
  if (location.candidates.length === 1) return location.candidates;
  for (const tier of new Set(location.candidates.map((candidate) => candidate.tier).toSorted((left, right) => left - right))) {
    const settling: Candidate[] = [];
    for (const candidate of location.candidates.filter((other) => other.tier === tier)) {
      const after = await judge(branch.subject, applyTogether(branch.subject, [candidate.operation]).payload, exploration);
      if (after === undefined) return [];
      tried.set(candidate.operation, after);
      if (isSettled(branch.subject, after, location, candidate)) settling.push(candidate);
    }
    if (settling.length > 0) return settling;
  }
  return [];
}

/** True where no place that had the issue still has it; a value that was read, and not only opened, must have none left. */
function isSettled(before: Subject, after: Subject, { code, received, path }: Location, { opens }: Candidate): boolean {
  const same = (issue: SchemaIssue): boolean => issue.code === code && issue.received === received && matchesPattern(path, issue.pointer);
  const places = new Set(before.issues.filter(same).map((issue) => issue.pointer));
  return !after.issues.some((issue) => places.has(issue.pointer) && (!opens || same(issue)));
}

async function judge(subject: Subject, payload: Json, exploration: Exploration): Promise<Subject | undefined> {
  if (exploration.validations >= MOST_VALIDATIONS) {
    exploration.cutShort = true;
    return undefined;
  }
  exploration.validations++;
  return judged(subject, payload);
}

function twoResults({ valid }: Exploration): boolean {
  return valid.some((branch) => !jsonEqual(branch.subject.payload, valid[0]?.subject.payload));
}

/** Every way to take one candidate from each list, lazily: their number may be large. */
function* combinations(lists: readonly (readonly Candidate[])[]): Generator<readonly Candidate[]> {
  const [first, ...rest] = lists;
  if (first === undefined) return yield [];
  for (const candidate of first) for (const others of combinations(rest)) yield [candidate, ...others];
}
