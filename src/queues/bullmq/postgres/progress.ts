import type { ReplayProgress } from '../../../core/outcome.ts';
import type { ReplayReference } from '../../contract.ts';
import { fromEpoch, toEpoch, toMoment } from '../epoch.ts';
import { JobHistory } from '../job-history.ts';
import type { PostgresQueue } from './postgres-queue.ts';
import { RECORDS, replayKey } from './records.ts';
import { query } from './transaction.ts';

/** How far the clocks of mendq and PostgreSQL may be apart, in milliseconds, where the record of a replay is gone. */
const CLOCK_SKEW = 60_000;

type Row = Readonly<Record<string, unknown>>;

/** How replays stand, in one statement, and one reading of the event table for those whose job is gone. */
export async function progress(queue: PostgresQueue, replays: readonly ReplayReference[]): Promise<readonly ReplayProgress[]> {
  if (replays.length === 0) return [];
  const jobs = await jobsOf(queue, replays.map(({ messageId }) => messageId));
  const standing = replays.map((replay) => toProgress(replay, jobs.get(replay.messageId)));
  const history = await historyOf(queue, replays.filter((_, index) => standing[index] === undefined));
  return standing.map((known, index) => known ?? history.of(replays[index]?.messageId ?? ''));
}

async function jobsOf(queue: PostgresQueue, ids: readonly string[]): Promise<ReadonlyMap<string, Row>> {
  const rows = await query(queue.pool, queue.place, `
    SELECT id, state::text AS state, added_at_ms::text AS added, attempts_started::text AS started,
           COALESCE(finished_at_ms::text, '') AS finished, processed_at_ms::text AS processed
      FROM ${queue.schema}.job WHERE queue = $1 AND id = ANY($2::text[])`, [queue.name, ids]);
  return new Map(rows.map((row) => [String(row['id']), row]));
}

/** `undefined` where the job is gone, or its id belongs to another job now. */
function toProgress(replay: ReplayReference, job: Row | undefined): ReplayProgress | undefined {
  if (job === undefined || job['added'] !== fromEpoch(replay.epoch).timestamp) return undefined;
  const at = toMoment(String(job['finished']));
  const startedAt = toMoment(String(job['processed']));
  switch (job['state']) {
    case 'completed':
      return { kind: 'completed', ...(at === undefined ? {} : { at }), ...(startedAt === undefined ? {} : { startedAt }) };
    case 'failed': {
      // The very death that was replayed: the broker has lost the replay, and no outcome of it will ever come.
      const epoch = toEpoch({ timestamp: String(job['added']), attemptsStarted: String(job['started']), finishedOn: String(job['finished']) });
      return epoch === replay.epoch ? { kind: 'gone' } : { kind: 'failed', ...(at === undefined ? {} : { at }) };
    }
    default:
      return { kind: job['state'] === 'active' ? 'active' : 'waiting' };
  }
}

async function historyOf(queue: PostgresQueue, gone: readonly ReplayReference[]): Promise<JobHistory> {
  const history = new JobHistory();
  if (gone.length === 0) return history;
  const anchors = await anchorsOf(queue, gone);
  const rows = await query(queue.pool, queue.place, `
    SELECT e.id::text AS id, e.event, e.data ->> 'jobId' AS job, e.created_at_ms::text AS at
      FROM ${queue.schema}.event e
      JOIN unnest($2::text[], $3::bigint[], $4::bigint[]) AS gone(job, event_id, from_ms) ON e.data ->> 'jobId' = gone.job
     WHERE e.queue = $1 AND e.event IN ('active', 'completed', 'failed', 'removed') AND e.id > gone.event_id AND e.created_at_ms >= gone.from_ms
     ORDER BY e.id`, [queue.name, gone.map(({ messageId }) => messageId), anchors.map(({ eventId }) => eventId), anchors.map(({ from }) => from)]);
  for (const row of rows) history.note({ event: String(row['event']), jobId: String(row['job']), at: toMoment(String(row['at'])) ?? new Date(0) });
  return history;
}

/** Where in the event table each replay happened: exactly, by its record; else by the clock, with room for skew. */
async function anchorsOf(queue: PostgresQueue, gone: readonly ReplayReference[]): Promise<readonly { readonly eventId: string; readonly from: number }[]> {
  const [table] = await query(queue.pool, queue.place, 'SELECT to_regclass($1) IS NOT NULL AS there', [`${queue.schema}.${RECORDS}`]);
  const rows = table?.['there'] === true
    ? await query(queue.pool, queue.place, `SELECT key, event_id::text AS id FROM ${queue.schema}.${RECORDS} WHERE queue = $1 AND key = ANY($2::text[])`, [queue.name, gone.map(({ replayId }) => replayKey(replayId))])
    : [];
  const recorded = new Map(rows.map((row) => [String(row['key']), String(row['id'])]));
  return gone.map(({ replayId, replayedAt }) => {
    const eventId = recorded.get(replayKey(replayId));
    return eventId === undefined ? { eventId: '0', from: Math.max(0, replayedAt.getTime() - CLOCK_SKEW) } : { eventId, from: 0 };
  });
}
