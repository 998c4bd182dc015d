import { and, eq, gt, sql } from 'drizzle-orm';
import { sha256 } from '../core/hash.ts';
import type { LetterSource } from '../core/job-type.ts';
import { insertRows } from './bulk-rows.ts';
import type { BlocklistEntry } from './contract.ts';
import { isAmong, type Session } from './database.ts';
import { blocklist } from './schema.ts';

function hashOf({ kind, value }: LetterSource): string {
  return sha256(kind, value);
}

/** See `Ledger.block`. An entry that had run out when its source was blocked anew is replaced. */
export async function blockSources(session: Session, entries: readonly BlocklistEntry[]): Promise<void> {
  // One row a source: a statement may touch a row only once.
  const latest = new Map<string, BlocklistEntry>();
  for (const entry of entries.toSorted((left, right) => left.expiresAt.getTime() - right.expiresAt.getTime())) {
    latest.set(hashOf(entry), entry);
  }
  const rows = [...latest]
    .map(([sourceHash, { kind, value, reason, letter, blockedAt, expiresAt }]) => ({
      ...{ sourceHash, kind, value, reason, letter, blockedAt, expiresAt },
    }))
    .toSorted((left, right) => (left.sourceHash < right.sourceHash ? -1 : 1));
  const newer = sql`on conflict (source_hash) do update set
    reason = excluded.reason, letter = excluded.letter, expires_at = excluded.expires_at,
    blocked_at = case when blocklist.expires_at <= excluded.blocked_at then excluded.blocked_at else blocklist.blocked_at end
    where blocklist.expires_at < excluded.expires_at`;
  await insertRows(session, blocklist, rows, newer);
}

/** See `Ledger.blocked`. */
export async function findBlocked(
  session: Session,
  sources: readonly LetterSource[],
  now: Date,
): Promise<(BlocklistEntry | undefined)[]> {
  const rows = await session
    .select()
    .from(blocklist)
    .where(and(isAmong(blocklist.sourceHash, [...new Set(sources.map(hashOf))]), gt(blocklist.expiresAt, now)));
  const found = new Map(rows.map(({ sourceHash, ...entry }): [string, BlocklistEntry] => [sourceHash, entry]));
  return sources.map((source) => {
    const entry = found.get(hashOf(source));
    // The entry may have forgotten whom it names.
    return entry && { ...entry, value: source.value };
  });
}

/** See `Ledger.unblock`. */
export async function unblockSource(session: Session, source: LetterSource): Promise<boolean> {
  const removed = await session
    .delete(blocklist)
    .where(eq(blocklist.sourceHash, hashOf(source)))
    .returning({ sourceHash: blocklist.sourceHash });
  return removed.length > 0;
}
