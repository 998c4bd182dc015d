import type { CorpusLetter } from '../core/corpus-letter.ts';
import { letterIdOf, type RawLetter } from '../core/dead-letter.ts';
import type { LetterState } from '../core/outcome.ts';
import { failureOf, type House, type QueueFailure } from '../house.ts';
import type { LetterFilter, LetterRecord } from '../ledger/contract.ts';
import { redactorOf } from '../pass/redactor-of.ts';
import { knownTruth } from './known-truth.ts';
import { toCorpusLetter } from './to-corpus-letter.ts';

/** Letters looked at for one page. */
const PAGE = 50;

/** Which letters of the past, and how they are written. */
export interface HistoryOptions {
  /** `ledger`: letters that a pass has seen. `queues`: letters that are dead now and that no pass has seen. @defaultValue `'ledger'` */
  readonly from?: 'ledger' | 'queues';
  /** Only these queues, or those of these patterns. @defaultValue all */
  readonly queues?: readonly string[];
  /** Only letters in these states; of no meaning for `queues`. @defaultValue all */
  readonly states?: readonly LetterState[];
  /** Only letters that died at this time or later. */
  readonly since?: Date;
  /** True to write payloads, errors and stacks as they are; otherwise what is to be hidden is hidden. @defaultValue false */
  readonly raw?: boolean;
  /** `next` of the page before; the other options have to be the same. */
  readonly after?: string;
  /** When aborted, no further page is given. */
  readonly signal?: AbortSignal;
}

/** Some letters of the past, oldest death first. */
export interface HistoryPage {
  /** May be empty although there are more. */
  readonly letters: readonly CorpusLetter[];
  /** Letters that can't be written: their content is gone or was never loaded, or it is no JSON in which something could be hidden. */
  readonly leftOut: number;
  /** Where the next page begins; absent on the last. */
  readonly next?: string;
  /** Queues that could not be read. */
  readonly failures: readonly QueueFailure[];
}

/** Gives letters of the ledger, or of the queues, as a corpus that `evaluate` reads, a page at a time. Changes nothing. */
export async function history(house: House, options: HistoryOptions): Promise<HistoryPage> {
  if (options.signal?.aborted === true) return { letters: [], leftOut: 0, failures: [] };
  return options.from === 'queues' ? ofQueues(house, options) : ofLedger(house, options);
}

async function ofLedger(house: House, { queues = [], states, since, raw = false, after }: HistoryOptions): Promise<HistoryPage> {
  const { ledger } = await house.ledger();
  const filter: LetterFilter = {
    limit: PAGE,
    ...(states === undefined ? {} : { states }),
    ...(since === undefined ? {} : { diedSince: since }),
    ...(after === undefined ? {} : { after }),
  };
  const records = await ledger.list(filter);
  const isMeant = queueTest(house, queues);
  const last = records.length < PAGE ? undefined : records.at(-1)?.id;
  const page = await toPage(records.filter(({ letter }) => isMeant(letter.queue)), house, raw);
  return { ...page, failures: [], ...(last === undefined ? {} : { next: last }) };
}

/** True for a queue that is named by itself, or found by a pattern that is named. */
function queueTest({ definitions }: House, names: readonly string[]): (queue: string) => boolean {
  if (names.length === 0) return () => true;
  const patterns = definitions.filter(({ name, matches }) => matches !== undefined && names.includes(name));
  return (queue) => names.includes(queue) || patterns.some(({ matches }) => matches?.(queue) === true);
}

async function ofQueues(house: House, { queues, since, raw = false, after, signal }: HistoryOptions): Promise<HistoryPage> {
  const context = await house.passContext(signal ?? new AbortController().signal, queues);
  const [name, cursor] = after === undefined ? [undefined, null] : (JSON.parse(after) as readonly [string, string | null]);
  const index = name === undefined ? 0 : context.queues.findIndex((queue) => queue.name === name);
  const queue = context.queues[index];
  // Told once, with the first page.
  const failures = after === undefined ? [...context.failures] : [];
  if (queue === undefined) return { letters: [], leftOut: 0, failures };
  const following = context.queues[index + 1];
  const afterQueue = following === undefined ? {} : { next: JSON.stringify([following.name, null]) };
  try {
    const { letters, next } = await queue.read(cursor ?? undefined, PAGE);
    const known = new Set((await context.ledger.known(letters.map(letterIdOf))).map(({ id }) => id));
    const unseen = letters.filter((letter) => !known.has(letterIdOf(letter)) && (since === undefined || letter.failure.at >= since));
    const page = await toPage(unseen.map(unseenRecord), house, raw);
    return { ...page, failures, ...(next === undefined ? afterQueue : { next: JSON.stringify([queue.name, next]) }) };
  } catch (error) {
    return { letters: [], leftOut: 0, failures: [...failures, failureOf(queue.name, error)], ...afterQueue };
  }
}

function unseenRecord(letter: RawLetter): LetterRecord {
  return { id: letterIdOf(letter), letter, round: 0, state: 'seen', why: '' };
}

async function toPage(records: readonly LetterRecord[], house: House, raw: boolean): Promise<Pick<HistoryPage, 'letters' | 'leftOut'>> {
  const jobTypeOf = await house.jobTypeOf();
  const { errors } = house.policy;
  const letters = records.flatMap((record): CorpusLetter[] => {
    const { id, letter, round, stripped } = record;
    const jobType = jobTypeOf(letter.queue, letter.name);
    const exported = { id, letter, round, jobType, errors, expected: knownTruth(record) };
    const written = stripped === true ? undefined : toCorpusLetter(exported, raw ? 'raw' : redactorOf(record, house.redactorFor));
    return written === undefined ? [] : [written];
  });
  return { letters, leftOut: records.length - letters.length };
}
