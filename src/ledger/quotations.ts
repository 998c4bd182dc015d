import { and, eq, sql } from 'drizzle-orm';
import type { LetterId } from '../core/dead-letter.ts';
import { isJsonObject, parseJson } from '../core/json.ts';
import { isAmong, type Session } from './database.ts';
import { blocklist, events, groups, letters } from './schema.ts';

/** Stands in the place of a sentence that quoted a letter. */
const DROPPED = 'the sentence went with the letter that it quoted';

/**
 * Drops sentences elsewhere in the ledger that may quote these letters: the reason that a group took over from one of
 * them (recognised by its words, whoever has them too), and the reasons of blocked sources. Comes before the letters
 * are emptied.
 */
export async function dropQuotations(session: Session, ids: readonly LetterId[]): Promise<void> {
  await session.update(blocklist).set({ reason: DROPPED }).where(isAmong(blocklist.letter, ids));
  const rows = await session
    .select({ signature: letters.signature, earlierSignatures: letters.earlierSignatures, diagnosis: letters.diagnosis })
    .from(letters)
    .where(isAmong(letters.id, ids));
  const signatures = [...new Set(rows.flatMap((row) => [...row.earlierSignatures, ...(row.signature === null ? [] : [row.signature])]))];
  if (signatures.length === 0) return;
  const sentences = [...rows.flatMap((row) => row.diagnosis?.why ?? []), ...(await earlierReasons(session, ids))];
  const quoting = await session
    .select({ signature: groups.signature })
    .from(groups)
    .where(and(isAmong(groups.signature, signatures), isAmong(groups.why, [...new Set(sentences)])))
    .orderBy(groups.signature)
    .for('update');
  await session.update(groups).set({ why: DROPPED }).where(isAmong(groups.signature, quoting.map((row) => row.signature)));
}

/** The reasons of all decisions about the letters, which earlier groups may have taken over. */
async function earlierReasons(session: Session, ids: readonly LetterId[]): Promise<string[]> {
  const rows = await session
    .select({ detailText: events.detailText })
    .from(events)
    .where(and(isAmong(events.letter, ids), eq(events.type, 'decided')));
  return rows.flatMap(({ detailText }) => {
    const detail = parseJson(detailText);
    const why = isJsonObject(detail) ? detail['why'] : undefined;
    return typeof why === 'string' ? [why] : [];
  });
}

/** Takes the name of a source off the blocklist's entries and leaves it blocked: the look-up goes by its hash. See `Ledger.forgetSource`. */
export async function forgetSource(session: Session, value: string): Promise<number> {
  const rows = await session
    .update(blocklist)
    .set({ value: '', reason: DROPPED })
    .where(eq(blocklist.value, value))
    .returning({ one: sql`1` });
  return rows.length;
}
