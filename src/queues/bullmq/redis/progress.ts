import type { ReplayProgress } from '../../../core/outcome.ts';
import type { ReplayReference } from '../../contract.ts';
import { fromEpoch, toEpoch, toMoment } from '../epoch.ts';
import { JobHistory } from '../job-history.ts';
import { eventsAfter, momentOf } from './events.ts';
import type { RedisQueue } from './redis-queue.ts';
import { readAll, toText, type RedisCommand } from './send.ts';

/** How far the clocks of mendq and Redis may be apart, in milliseconds, where the record of a replay is gone. */
const CLOCK_SKEW = 60_000;

const FIELDS = ['timestamp', 'ats', 'finishedOn', 'processedOn'] as const;
const REPLIES = 5;

/** How replays stand, in one round trip, and one reading of the event stream for those whose job is gone. */
export async function progress(queue: RedisQueue, replays: readonly ReplayReference[]): Promise<readonly ReplayProgress[]> {
  const replies = await readAll(queue.redis, queue.place, replays.flatMap((replay) => questions(queue, replay)));
  const standing = replays.map((replay, index) => toProgress(replay, replies.slice(index * REPLIES, (index + 1) * REPLIES)));
  const gone = replays.flatMap((replay, index) => {
    const record = toText(replies[index * REPLIES + 4]);
    return standing[index] === undefined ? [{ id: replay.messageId, from: anchorOf(record, replay) }] : [];
  });
  const history = await historyOf(queue, gone);
  return standing.map((known, index) => known ?? history.of(replays[index]?.messageId ?? ''));
}

function questions({ keys }: RedisQueue, { messageId, replayId }: ReplayReference): readonly RedisCommand[] {
  return [
    ['HMGET', keys.of(messageId), ...FIELDS],
    ['ZSCORE', keys.of('failed'), messageId],
    ['ZSCORE', keys.of('completed'), messageId],
    ['EXISTS', keys.of(`${messageId}:lock`)],
    ['GET', keys.replayRecord(replayId)],
  ];
}

/** `undefined` where the job is gone, or its id belongs to another job now. */
function toProgress(replay: ReplayReference, [reply, failed, completed, locked]: readonly unknown[]): ReplayProgress | undefined {
  const [timestamp, attemptsStarted, finishedOn, processedOn] = (Array.isArray(reply) ? reply : []).map(toText);
  if (timestamp === undefined || timestamp !== fromEpoch(replay.epoch).timestamp) return undefined;
  const at = toMoment(finishedOn);
  const started = toMoment(processedOn);
  if (toText(completed) !== undefined) return { kind: 'completed', ...(at === undefined ? {} : { at }), ...(started === undefined ? {} : { startedAt: started }) };
  if (toText(failed) !== undefined) {
    // The very death that was replayed: the broker has lost the replay, and no outcome of it will ever come.
    if (toEpoch({ timestamp, attemptsStarted: attemptsStarted ?? '', finishedOn: finishedOn ?? '' }) === replay.epoch) return { kind: 'gone' };
    return { kind: 'failed', ...(at === undefined ? {} : { at }) };
  }
  return { kind: locked === 1 ? 'active' : 'waiting' };
}

/** Where in the stream the replay happened: exactly, by its record; else by the clock, with room for skew. */
function anchorOf(record: string | undefined, replay: ReplayReference): string {
  const id = record?.split(' ')[1];
  return id !== undefined && /^\d+-\d+$/.test(id) ? id : `${Math.max(0, replay.replayedAt.getTime() - CLOCK_SKEW)}-0`;
}

async function historyOf(queue: RedisQueue, gone: readonly { readonly id: string; readonly from: string }[]): Promise<JobHistory> {
  const history = new JobHistory();
  const anchors = new Map(gone.map(({ id, from }) => [id, from]));
  const first = [...anchors.values()].sort(byStreamOrder)[0];
  if (first === undefined) return history;
  for await (const { id, event, jobId } of eventsAfter(queue, first)) {
    const anchor = anchors.get(jobId);
    if (anchor !== undefined && byStreamOrder(id, anchor) > 0) history.note({ event, jobId, at: momentOf(id) });
  }
  return history;
}

function byStreamOrder(left: string, right: string): number {
  const [leftTime = 0, leftCount = 0] = left.split('-').map(Number);
  const [rightTime = 0, rightCount = 0] = right.split('-').map(Number);
  return leftTime - rightTime || leftCount - rightCount;
}
