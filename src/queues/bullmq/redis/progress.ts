import type { ReplayProgress } from '../../../core/outcome.ts';
import type { ReplayReference } from '../../contract.ts';
import { fromEpoch, toEpoch, toMoment } from '../epoch.ts';
import { JobHistory } from '../job-history.ts';
import { completedProgress, failedProgress } from '../replay-progress.ts';
import { eventsAfter, momentOf } from './events.ts';
import type { RedisQueue } from './redis-queue.ts';
import { readAll, toText, type RedisCommand } from './send.ts';

/** How far the clocks of mendq and Redis may be apart, in milliseconds, where the record of a replay is gone. */
const CLOCK_SKEW = 60_000;

const FIELDS = ['timestamp', 'ats', 'finishedOn', 'processedOn'] as const;
const REPLIES = 5;

/** A replay whose job is gone, and where in the event stream its story begins. */
interface GoneReplay {
  readonly id: string;
  readonly from: string;
  readonly isExact: boolean;
}

/** How replays stand, in one round trip, and one reading of the event stream for those whose job is gone. */
export async function progress(queue: RedisQueue, replays: readonly ReplayReference[]): Promise<readonly ReplayProgress[]> {
  const replies = await readAll(queue.redis, queue.place, replays.flatMap((replay) => questions(queue, replay)));
  const standing = replays.map((replay, index) => toProgress(replay, replies.slice(index * REPLIES, (index + 1) * REPLIES)));
  const gone = replays.flatMap((replay, index) => (standing[index] === undefined ? [toGone(toText(replies[index * REPLIES + 4]), replay)] : []));
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
  const [timestamp, attemptsStarted = '', finishedOn = '', processedOn] = (Array.isArray(reply) ? reply : []).map(toText);
  if (timestamp === undefined || timestamp !== fromEpoch(replay.epoch).timestamp) return undefined;
  if (toText(completed) !== undefined) return completedProgress(toMoment(finishedOn), toMoment(processedOn));
  if (toText(failed) === undefined) return { kind: locked === 1 ? 'active' : 'waiting' };
  return failedProgress(toEpoch({ timestamp, attemptsStarted, finishedOn }), replay, toMoment(finishedOn));
}

/** Where in the stream the replay happened: exactly, by its record; else by the clock, with room for skew. */
function toGone(record: string | undefined, replay: ReplayReference): GoneReplay {
  const id = record?.split(' ')[1];
  if (id !== undefined && /^\d+-\d+$/.test(id)) return { id: replay.messageId, from: id, isExact: true };
  return { id: replay.messageId, from: `${Math.max(0, replay.replayedAt.getTime() - CLOCK_SKEW)}-0`, isExact: false };
}

async function historyOf(queue: RedisQueue, gone: readonly GoneReplay[]): Promise<JobHistory> {
  const history = new JobHistory(gone.filter(({ isExact }) => !isExact).map(({ id }) => id));
  const anchors = new Map(gone.map(({ id, from }) => [id, from]));
  const [first] = [...anchors.values()].toSorted(byStreamOrder);
  if (first === undefined) return history;
  for await (const entry of eventsAfter(queue, first)) {
    const anchor = anchors.get(entry.jobId);
    if (anchor !== undefined && byStreamOrder(entry.id, anchor) > 0) history.note({ ...entry, at: momentOf(entry.id) });
  }
  return history;
}

function byStreamOrder(left: string, right: string): number {
  const [leftTime = 0, leftCount = 0] = left.split('-').map(Number);
  const [rightTime = 0, rightCount = 0] = right.split('-').map(Number);
  return leftTime - rightTime || leftCount - rightCount;
}
