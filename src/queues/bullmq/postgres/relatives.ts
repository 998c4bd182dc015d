import type { RawLetter } from '../../../core/dead-letter.ts';
import { FAILED_CHILD_FACT } from '../../../core/letter-facts.ts';
import type { LetterWait } from '../../contract.ts';
import { describeKey, failedChildKey, waitOf, type OpenChild } from '../relatives.ts';
import type { PostgresQueue } from './postgres-queue.ts';
import { query } from './transaction.ts';

/** Most children of a parent that are looked at: enough to say what it waits for. */
const LOOKED_AT = 20;

/** States the failed child of those letters that name one in their failure and really have it, in one statement. */
export async function withFailedChildren(queue: PostgresQueue, letters: readonly RawLetter[]): Promise<readonly RawLetter[]> {
  const named = letters.map(({ failure }) => failedChildKey(failure.reason));
  if (named.every((key) => key === undefined)) return letters;
  const rows = await query(queue.pool, queue.place, `
    SELECT d.parent_id AS parent, d.child_key AS key FROM ${queue.schema}.job_dependency d
      JOIN unnest($2::text[], $3::text[]) AS named(id, key) ON named.id = d.parent_id AND named.key = d.child_key
     WHERE d.parent_queue = $1`, [queue.name, letters.map(({ messageId }) => messageId), named.map((key) => key ?? null)]);
  const proved = new Map(rows.map((row) => [String(row['parent']), String(row['key'])]));
  return letters.map((letter) => {
    const key = proved.get(letter.messageId);
    return key === undefined ? letter : { ...letter, headers: { ...letter.headers, [FAILED_CHILD_FACT]: describeKey(key) } };
  });
}

/** Why jobs wait for children of theirs, at the index of their id; `undefined` where they have none that is open. */
export async function waits(queue: PostgresQueue, ids: readonly string[]): Promise<readonly (LetterWait | undefined)[]> {
  if (ids.length === 0) return [];
  const rows = await query(queue.pool, queue.place, `
    SELECT open.parent_id AS parent, open.child_key AS key, open.total::int AS total,
           CASE WHEN c.id IS NULL THEN 'gone' WHEN c.state = 'failed' THEN 'failed' ELSE 'unfinished' END AS state
      FROM (SELECT d.*, count(*) OVER per_parent AS total, row_number() OVER (per_parent ORDER BY d.status DESC, d.child_key) AS place
              FROM ${queue.schema}.job_dependency d WHERE d.parent_queue = $1 AND d.parent_id = ANY($2::text[]) AND d.status IN ('pending', 'failed')
            WINDOW per_parent AS (PARTITION BY d.parent_id)) open
      LEFT JOIN ${queue.schema}.job c ON c.queue = open.child_queue AND c.id = open.child_id
     WHERE open.place <= ${LOOKED_AT} ORDER BY open.parent_id, open.place`, [queue.name, ids]);
  return ids.map((id) => {
    const open = rows.filter((row) => row['parent'] === id);
    return waitOf(open.map((row) => ({ name: describeKey(String(row['key'])), state: row['state'] as OpenChild['state'] })), Number(open[0]?.['total'] ?? 0));
  });
}
