import { SAMPLE, type SampledOptions } from '../failed-options.ts';
import { toEvents } from './events.ts';
import type { RedisQueue } from './redis-queue.ts';
import { readAll, toText, type RedisCommand } from './send.ts';

/** Jobs of each state that are looked at, and schedulers. */
const EACH = 50;

/** Newest events that are looked at. */
const EVENTS = 1000;

const SORTED = ['delayed', 'prioritized', 'completed', 'waiting-children'] as const;

/** Options of jobs in all states and of schedulers, and failures that left no job behind. */
export async function sampledOptions(queue: RedisQueue): Promise<SampledOptions> {
  const { redis, place, keys } = queue;
  const lists: readonly RedisCommand[] = [
    ['ZREVRANGE', keys.of('failed'), 0, SAMPLE - 1], ['LRANGE', keys.of('wait'), 0, EACH - 1], ['LRANGE', keys.of('active'), 0, EACH - 1],
    ...SORTED.map((state): RedisCommand => ['ZREVRANGE', keys.of(state), 0, EACH - 1]), ['ZRANGE', keys.of('repeat'), 0, EACH - 1],
  ];
  const [dead = [], ...rest] = (await readAll(redis, place, lists)).map(texts);
  const schedulers = rest.at(-1) ?? [];
  const others = [...rest.slice(0, -1).flat(), ...schedulers.map((id) => `repeat:${id}`)];
  const options = (await readAll(redis, place, [...dead, ...others].map((id): RedisCommand => ['HGET', keys.of(id), 'opts']))).map((reply) => toText(reply) ?? '{}');
  return { dead: options.slice(0, dead.length), others: options.slice(dead.length), vanished: await vanishedFailures(queue) };
}

/** Jobs whose newest event is their failure, and that are not there. */
async function vanishedFailures({ redis, place, keys }: RedisQueue): Promise<number> {
  const [reply] = await readAll(redis, place, [['XREVRANGE', keys.of('events'), '+', '-', 'COUNT', EVENTS]]);
  const newest = new Map<string, string>();
  for (const { event, jobId } of toEvents(reply)) if (jobId !== '' && event !== 'retries-exhausted' && !newest.has(jobId)) newest.set(jobId, event);
  const failed = [...newest].filter(([, event]) => event === 'failed').map(([id]) => id);
  return (await readAll(redis, place, failed.map((id): RedisCommand => ['EXISTS', keys.of(id)]))).filter((there) => there === 0).length;
}

function texts(reply: unknown): readonly string[] {
  return Array.isArray(reply) ? reply.flatMap((item) => toText(item) ?? []) : [];
}

/** How many of the sampled dead, waiting and delayed jobs have which name. */
export async function sampledNames({ redis, place, keys }: RedisQueue): Promise<ReadonlyMap<string, number>> {
  const ids = (await readAll(redis, place, [
    ['ZREVRANGE', keys.of('failed'), 0, SAMPLE - 1], ['LRANGE', keys.of('wait'), 0, SAMPLE - 1],
    ['ZRANGE', keys.of('prioritized'), 0, SAMPLE - 1], ['ZRANGE', keys.of('delayed'), 0, SAMPLE - 1],
  ])).flatMap(texts);
  const counts = new Map<string, number>();
  for (const reply of await readAll(redis, place, ids.map((id): RedisCommand => ['HGET', keys.of(id), 'name']))) {
    const name = toText(reply);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
