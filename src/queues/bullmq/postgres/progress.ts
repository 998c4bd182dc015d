import type { ReplayProgress } from '../../../core/outcome.ts';
import type { ReplayReference } from '../../contract.ts';
import { fromEpoch, toEpoch, toMoment } from '../epoch.ts';
import { JobHistory } from '../job-history.ts';
import { completedProgress, failedProgress } from '../replay-progress.ts';
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
  const finishedOn = String(job['finished']);
  switch (job['state']) {
    case 'completed':
      return completedProgress(toMoment(finishedOn), toMoment(String(job['processed'])));
    case 'failed':
      return failedProgress(toEpoch({ timestamp: job['added'], attemptsStarted: String(job['started']), finishedOn }), replay, toMoment(finishedOn));
    default:
      return { kind: job['state'] === 'active' ? 'active' : 'waiting' };
  }
}

async function historyOf(queue: PostgresQueue, gone: readonly ReplayReference[]): Promise<JobHistory> {
  if (gone.length === 0) return new JobHistory();
  const recorded = await recordedEvents(queue, gone);
  const eventIds = gone.map(({ replayId }) => recorded.get(replayKey(replayId)));
  const history = new JobHistory(gone.filter((_, index) => eventIds[index] === undefined).map(({ messageId }) => messageId));
  const rows = await query(queue.pool, queue.place, `
    SELECT e.event, e.data ->> 'jobId' AS job, COALESCE(e.data ->> 'prev', '') AS previous, e.created_at_ms::text AS at
      FROM ${queue.schema}.event e
      JOIN unnest($2::text[], $3::bigint[], $4::bigint[]) AS gone(job, event_id, from_ms) ON e.data ->> 'jobId' = gone.job
     WHERE e.queue = $1 AND e.event IN ('waiting', 'active', 'completed', 'failed', 'removed') AND e.id > gone.event_id AND e.created_at_ms >= gone.from_ms
     ORDER BY e.id`, [
    queue.name, gone.map(({ messageId }) => messageId), eventIds.map((id) => id ?? '0'),
    gone.map(({ replayedAt }, index) => (eventIds[index] === undefined ? Math.max(0, replayedAt.getTime() - CLOCK_SKEW) : 0)),
  ]);
  for (const row of rows) {
    history.note({ event: String(row['event']), jobId: String(row['job']), at: toMoment(String(row['at'])) ?? new Date(0), previous: String(row['previous']) });
  }
  return history;
}

/** The newest event at the time of each replay, by the key of its record; none where mendq never wrote a record here. */
async function recordedEvents(queue: PostgresQueue, gone: readonly ReplayReference[]): Promise<ReadonlyMap<string, string>> {
  const [table] = await query(queue.pool, queue.place, 'SELECT to_regclass($1) IS NOT NULL AS there', [`${queue.schema}.${RECORDS}`]);
  if (table?.['there'] !== true) return new Map();
  const rows = await query(queue.pool, queue.place, `SELECT key, event_id::text AS id FROM ${queue.schema}.${RECORDS} WHERE queue = $1 AND key = ANY($2::text[])`, [queue.name, gone.map(({ replayId }) => replayKey(replayId))]);
  return new Map(rows.map((row) => [String(row['key']), String(row['id'])]));
}
