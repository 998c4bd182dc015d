import { letterIdOf, type LetterId, type RawLetter } from '../core/dead-letter.ts';
import { sha256 } from '../core/hash.ts';
import type { KnownLetter } from '../ledger/contract.ts';
import type { PassContext } from './pass-context.ts';

/**
 * Archives letters that the broker drops by itself, before anything else is done with them, so that `restore` can bring
 * them back when it has. Those that are in the archive already are passed over. The ledger has to know the letters.
 */
export async function archiveEarly(letters: readonly RawLetter[], known: ReadonlyMap<LetterId, KnownLetter>, context: PassContext): Promise<void> {
  const perishable = letters.filter((letter) => letter.retention !== undefined && letter.oversize === undefined && known.get(letterIdOf(letter))?.stripped !== true);
  if (perishable.length === 0) return;
  const archived = new Set((await context.ledger.archived(perishable.map(letterIdOf))).map(({ id }) => id));
  const archivedAt = context.clock.now();
  const missing = perishable.filter((letter) => !archived.has(letterIdOf(letter))).map((letter) => ({ id: letterIdOf(letter), letter, archivedAt }));
  if (missing.length === 0) return;
  const locations = await context.store.put(missing);
  await context.ledger.noteArchived(missing.map(({ id, letter }, index) => ({ id, location: locations[index] ?? '', bodyHash: sha256(letter.body), archivedAt })));
}
