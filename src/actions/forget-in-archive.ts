import type { ArchivedLetter } from '../archive/contract.ts';
import type { LetterId } from '../core/dead-letter.ts';
import { messageOf } from '../core/errors.ts';
import { forgetLetters, type Search } from './forget-letters.ts';

/** What became of a subject's letters in cold storage. */
export interface ArchiveSearch {
  /** Letters whose content was removed, or would be. */
  readonly letters: number;
  /** What a person has to remove or to look at, and why mendq could not. */
  readonly byHand: readonly { readonly location: string; readonly letters: readonly LetterId[]; readonly why: string }[];
}

/**
 * Removes the subject from cold storage, also letters of which the ledger no longer has the content or never had the
 * receipt. Comes after the ledger.
 */
export async function forgetInArchive(search: Search): Promise<ArchiveSearch> {
  const { store } = search.house;
  if (store.scan === undefined || store.forget === undefined) return { letters: 0, byHand: await receiptsOf(search) };
  const byHand: ArchiveSearch['byHand'][number][] = [];
  let letters = 0;
  for await (const { location, letters: stored, problem } of store.scan()) {
    if (search.signal.aborted) break;
    if (problem !== undefined) byHand.push({ location, letters: [], why: problem });
    const due = await dueOf(stored, search);
    if (due.length === 0) continue;
    try {
      letters += search.dryRun ? due.length : await store.forget(location, due);
    } catch (error) {
      byHand.push({ location, letters: due, why: messageOf(error) });
    }
  }
  return { letters, byHand };
}

/** Which of the stored letters are about the subject and may go. The ledger marks them first, so that they are not restored from a copy. */
async function dueOf(stored: readonly ArchivedLetter[], search: Search): Promise<readonly LetterId[]> {
  const { found, matcher, ledger, unclear } = search;
  const named = stored.filter(({ id, letter }) => {
    if (found.has(id)) return true;
    const match = matcher.match({ letter, round: 0 });
    if (match === 'unclear') unclear.add(id);
    return match === 'yes';
  });
  const unmarked = named.filter(({ id }) => !found.has(id)).map(({ id }) => id);
  if (unmarked.length > 0) await forgetLetters(await ledger.list({ ids: unmarked, limit: unmarked.length }), search);
  return [...new Set(named.map(({ id }) => id))].filter((id) => found.get(id)?.result !== 'in-flight');
}

/** Where the subject's letters are in a store that can neither be searched nor changed. */
async function receiptsOf({ ledger, found, house }: Search): Promise<ArchiveSearch['byHand']> {
  const why = `the archive ${house.store.location} can't be searched or changed by mendq: remove the letters there`;
  const receipts = await ledger.archived([...found.values()].filter(({ result }) => result === 'forgotten').map(({ id }) => id));
  return receipts.map(({ id, location }) => ({ location, letters: [id], why }));
}
