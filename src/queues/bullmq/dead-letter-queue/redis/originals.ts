import { toMoment } from '../../epoch.ts';
import { toHash, type JobHash } from '../../redis/job-hash.ts';
import { readAll, toText, type RedisCommand } from '../../redis/send.ts';
import { stackList } from '../../stack-list.ts';
import type { KnownOriginal } from '../stored-copy.ts';
import type { CopyQueue } from './copy-queue.ts';

/** A job of the main queue, whole. */
export interface MainJob {
  readonly hash: ReadonlyMap<string, Buffer>;
  readonly state: 'failed' | 'completed' | 'active' | 'waiting';
}

const REPLIES = 4;

/** The jobs with these ids in the main queue, each at the index of its id; `undefined` where there is none, or no id. */
export async function mainJobs({ main }: CopyQueue, ids: readonly (string | undefined)[]): Promise<readonly (MainJob | undefined)[]> {
  const { redis, place, keys } = main;
  const asked = [...new Set(ids.filter((id) => id !== undefined))];
  const replies = await readAll(redis, place, asked.flatMap((id): RedisCommand[] => [
    ['HGETALL', keys.of(id)], ['ZSCORE', keys.of('failed'), id], ['ZSCORE', keys.of('completed'), id], ['EXISTS', keys.of(`${id}:lock`)],
  ]));
  const jobs = new Map(asked.map((id, index) => [id, toMainJob(replies.slice(index * REPLIES, (index + 1) * REPLIES))]));
  return ids.map((id) => (id === undefined ? undefined : jobs.get(id)));
}

function toMainJob([fields, failed, completed, locked]: readonly unknown[]): MainJob | undefined {
  const hash: JobHash | undefined = toHash(fields);
  if (hash === undefined) return undefined;
  const state = toText(failed) !== undefined ? 'failed' : toText(completed) !== undefined ? 'completed' : locked === 1 ? 'active' : 'waiting';
  return { hash: new Map(hash), state };
}

/** What a reading needs of a job. */
export function toKnownOriginal(job: MainJob | undefined): KnownOriginal | undefined {
  if (job === undefined) return undefined;
  const text = (name: string): string => job.hash.get(name)?.toString('utf8') ?? '';
  const failedAt = toMoment(text('finishedOn'));
  return {
    name: text('name'),
    isFailed: job.state === 'failed',
    data: text('data'),
    reason: text('failedReason'),
    stack: stackList(text('stacktrace')),
    attempts: Number(text('atm')) || 0,
    ...(failedAt === undefined ? {} : { failedAt }),
  };
}
