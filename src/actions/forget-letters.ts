import type { LetterId } from '../core/dead-letter.ts';
import { IN_FLIGHT_STATES, type LetterState } from '../core/outcome.ts';
import type { House } from '../house.ts';
import type { Ledger, LetterFilter, LetterRecord, StripRequest } from '../ledger/contract.ts';
import type { SubjectMatcher } from './subject-matcher.ts';

/** Letters read at once; their bodies are held meanwhile. */
const PAGE = 50;

/** A letter about the subject. */
export interface ForgottenLetter {
  readonly id: LetterId;
  readonly queue: string;
  readonly state: LetterState;
  /** `forgotten` now, or would be without `dryRun`; `in-flight` is left as it is: a replay may be under way. */
  readonly result: 'forgotten' | 'in-flight';
}

/** What a search works with and has found so far. */
export interface Search {
  readonly ledger: Ledger;
  readonly house: House;
  readonly matcher: SubjectMatcher;
  readonly subject: string;
  readonly actor: string;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly found: Map<LetterId, ForgottenLetter>;
  readonly unclear: Set<LetterId>;
}

/** Pages of the letters that match a filter, in the order of the ledger. */
export async function* pagesOf(filter: LetterFilter, { ledger, signal }: Search): AsyncGenerator<readonly LetterRecord[]> {
  let after: LetterId | undefined;
  while (!signal.aborted) {
    const page: readonly LetterRecord[] = await ledger.list({ ...filter, limit: PAGE, ...(after === undefined ? {} : { after }) });
    if (page.length > 0) yield page;
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}

/** Empties letters, or only notes what would be done, and remembers them. */
export async function forgetLetters(records: readonly LetterRecord[], search: Search): Promise<void> {
  if (records.length === 0) return;
  const { ledger, house, subject, actor, dryRun, found } = search;
  const requests = records.map(({ id }): StripRequest => ({ id, forgottenFor: subject, event: { type: 'forgotten', actor, detail: { subject } } }));
  const stripped = dryRun ? records.map(({ state }) => !isInFlight(state)) : await ledger.strip(requests, house.clock.now());
  for (const [index, { id, letter, state }] of records.entries()) {
    found.set(id, { id, queue: letter.queue, state, result: stripped[index] === true ? 'forgotten' : 'in-flight' });
  }
}

function isInFlight(state: LetterState): boolean {
  return IN_FLIGHT_STATES.some((inFlight) => inFlight === state);
}
