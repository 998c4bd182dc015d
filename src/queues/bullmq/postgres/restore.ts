import type { RawLetter } from '../../../core/dead-letter.ts';
import type { RemoveReceipt } from '../../contract.ts';
import { fromEpoch } from '../epoch.ts';
import { lockJobs, movedSince } from './fence.ts';
import { quoted } from './job-table.ts';
import type { PostgresQueue } from './postgres-queue.ts';
import type { PgClientLike } from './pg-pool.ts';
import { ensureRecords, RECORDS } from './records.ts';
import { assertStillOurs } from './still-ours.ts';
import { transaction } from './transaction.ts';

/** Puts letters back as the dead letters they were: every column and the kept log lines. Nothing runs by it. */
export async function restore(queue: PostgresQueue, letters: readonly RawLetter[]): Promise<readonly RemoveReceipt[]> {
  if (letters.length === 0) return [];
  await ensureRecords(queue);
  const receipts: RemoveReceipt[] = [];
  for (const letter of letters) {
    receipts.push(await transaction(queue.pool, queue.place, async (client) => restoreIn(client, queue, letter)));
  }
  return receipts;
}

async function restoreIn(client: PgClientLike, queue: PostgresQueue, letter: RawLetter): Promise<RemoveReceipt> {
  if (letter.oversize !== undefined) return { kind: 'refused', why: 'its body was never read, so it is not in the archive' };
  await assertStillOurs(client, queue);
  if (await insert(client, queue, letter)) {
    await restoreLogs(client, queue, letter);
    return { kind: 'done', at: queue.clock.now(), earlier: false };
  }
  const job = (await lockJobs(client, queue, [letter.messageId])).get(letter.messageId);
  const moved = await movedSince(client, queue, { messageId: letter.messageId, epoch: letter.epoch, original: letter.body }, job);
  return moved === undefined
    ? { kind: 'done', at: queue.clock.now(), earlier: true }
    : { kind: 'superseded', why: 'another message has its id now' };
}

/** Puts the row back; false where a job has its id. */
export async function insert(client: PgClientLike, queue: PostgresQueue, letter: RawLetter): Promise<boolean> {
  const data = Buffer.from(letter.body).toString('utf8');
  const known = queue.columns.filter(({ name }) => name === 'data' || name in letter.headers);
  const values = known.map(({ name }) => (name === 'data' ? data : letter.headers[name]));
  const { rows } = await client.query(`
    INSERT INTO ${queue.schema}.job (${known.map(({ name }) => quoted(name)).join(', ')})
    VALUES (${known.map(({ type }, index) => `$${index + 1}::text::${type}`).join(', ')}) ON CONFLICT (queue, id) DO NOTHING RETURNING id`, values);
  return rows.length === 1;
}

/** Puts the kept log lines back. */
export async function restoreLogs(client: PgClientLike, queue: PostgresQueue, letter: RawLetter): Promise<void> {
  const { timestamp } = fromEpoch(letter.epoch);
  await client.query(`
    WITH kept AS (DELETE FROM ${queue.schema}.${RECORDS}_log WHERE queue = $1 AND job_id = $2 AND added_at_ms = $3::bigint RETURNING queue, job_id, idx, row)
    INSERT INTO ${queue.schema}.job_log (queue, job_id, idx, row) SELECT queue, job_id, idx, row FROM kept`, [queue.name, letter.messageId, timestamp]);
}
