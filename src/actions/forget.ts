import { letterIdOf, type LetterId } from '../core/dead-letter.ts';
import { sha256 } from '../core/hash.ts';
import { failureOf, type House, type QueueFailure } from '../house.ts';
import type { LetterFilter, LetterRecord } from '../ledger/contract.ts';
import { queuePages } from '../pass/queue-pages.ts';
import type { QueueAdapter } from '../queues/contract.ts';
import { forgetInArchive, type ArchiveSearch } from './forget-in-archive.ts';
import { forgetLetters, pagesOf, type ForgottenLetter, type Search } from './forget-letters.ts';
import { createSubjectMatcher } from './subject-matcher.ts';

/** Dead letters of a queue read at once. */
const QUEUE_PAGE = 200;

/** How a subject is forgotten. */
export interface ForgetOptions {
  /** Find out what would be done, and change nothing. @defaultValue false */
  readonly dryRun?: boolean;
  /** When aborted, the search ends and the report says so; the rest is found the next time. */
  readonly signal?: AbortSignal;
}

/** What was forgotten, and what is left to a person. */
export interface ForgetReport {
  readonly dryRun: boolean;
  readonly interrupted: boolean;
  readonly letters: readonly ForgottenLetter[];
  readonly archive: ArchiveSearch;
  /** Jobs about the subject that are dead in their queue: they are the application's to remove. Those without `recorded` would be taken up by the next pass. */
  readonly dead: readonly { readonly queue: string; readonly messageId: string; readonly letter: LetterId; readonly recorded: boolean }[];
  /** Letters that nobody can parse but that contain the key: to be looked at. */
  readonly unclear: readonly LetterId[];
  /** Hooks that threw while they were asked. */
  readonly hooks: { readonly count: number; readonly first?: string };
  /** Blocklist entries whose name was taken off; the source stays blocked. */
  readonly sources: number;
  readonly failures: readonly QueueFailure[];
}

/**
 * Removes what mendq keeps about a data subject: the content of letters whose idempotency key is `key`, or whose job
 * type's `subject` or `source` names it. The ledger comes first, so that nothing is archived or decided any more while
 * the archive is searched; a letter stays marked with the hash of the key, so that running it again after a crash, or
 * later for the letters that were in flight, finds and finishes the rest. The key itself is written nowhere.
 */
export async function forget(house: House, key: string, actor: string, options: ForgetOptions): Promise<ForgetReport> {
  const { dryRun = false, signal = new AbortController().signal } = options;
  const { ledger } = await house.ledger();
  const matcher = createSubjectMatcher(key, await house.jobTypeOf(), house.redactorFor);
  const search: Search = { ledger, house, matcher, subject: sha256('mendq subject', key), actor, dryRun, signal, found: new Map(), unclear: new Set() };
  await forgetMarked({ idempotencyKey: key }, search);
  await forgetMarked({ forgottenFor: search.subject }, search);
  await forgetNamed(search);
  const archive = await forgetInArchive(search);
  const sources = dryRun ? 0 : await ledger.forgetSource(key);
  const { open, failures } = await house.queues();
  const { dead, broken } = await findDead(open, search);
  return {
    dryRun,
    interrupted: signal.aborted,
    letters: [...search.found.values()],
    archive,
    dead,
    unclear: [...search.unclear],
    hooks: matcher.problems(),
    sources,
    failures: [...failures, ...broken],
  };
}

/** Letters that the ledger can tell without their content, stripped ones included. */
async function forgetMarked(filter: LetterFilter, search: Search): Promise<void> {
  for await (const records of pagesOf(filter, search)) await forgetLetters(records, search);
}

/** All letters that still have their content. */
async function forgetNamed(search: Search): Promise<void> {
  for await (const records of pagesOf({}, search)) {
    const named: LetterRecord[] = [];
    for (const record of records.filter(({ id, stripped }) => stripped !== true && !search.found.has(id))) {
      const match = search.matcher.match({ letter: record.letter, round: record.round, repaired: record.decision?.plan.body });
      if (match === 'yes') named.push(record);
      if (match === 'unclear') search.unclear.add(record.id);
    }
    await forgetLetters(named, search);
  }
}

/** Looks in the queues for dead jobs about the subject, those included that no pass has seen. Changes nothing. */
async function findDead(queues: readonly QueueAdapter[], search: Search): Promise<{ readonly dead: ForgetReport['dead']; readonly broken: readonly QueueFailure[] }> {
  const dead: ForgetReport['dead'][number][] = [];
  const broken: QueueFailure[] = [];
  for (const queue of queues) {
    try {
      dead.push(...(await deadIn(queue, search)));
    } catch (error) {
      broken.push(failureOf(queue.name, error));
    }
  }
  return { dead, broken };
}

async function deadIn(queue: QueueAdapter, { signal, found, matcher }: Search): Promise<ForgetReport['dead']> {
  const dead: ForgetReport['dead'][number][] = [];
  for await (const letters of queuePages(queue, QUEUE_PAGE, signal)) {
    for (const letter of letters) {
      const id = letterIdOf(letter);
      const recorded = found.has(id);
      if (recorded || matcher.match({ letter, round: 0 }) === 'yes') dead.push({ queue: queue.name, messageId: letter.messageId, letter: id, recorded });
    }
  }
  return dead;
}
