import type { WakeUp } from '../../contract.ts';
import { DEATHS_AND_COMPLETIONS, type HintEvents } from '../hint-events.ts';
import { toEvents, type StreamEvent } from './events.ts';
import type { RedisClient } from './connect.ts';
import type { RedisQueue } from './redis-queue.ts';

/** How long one read waits in the server, in milliseconds. A reply that is later than ioredis' own limit means a dead line. */
const BLOCK = 5000;

/** Pause after a failure, in milliseconds. */
const PAUSE = 1000;

/** Entries of a burst that are read at once and make one hint of each kind. */
const COUNT = 10_000;

/**
 * Follows the event stream on a connection of its own, from the place where it began, also across outages. Ends
 * within a moment of `signal` or of closing the adapter; never rejects.
 */
export async function* wakeups(queue: RedisQueue, signal: AbortSignal, hints: HintEvents = DEATHS_AND_COMPLETIONS): AsyncGenerator<WakeUp> {
  const ended = AbortSignal.any([signal, queue.closing]);
  let redis: RedisClient | undefined;
  const disconnect = (): void => redis?.disconnect();
  ended.addEventListener('abort', disconnect, { once: true });
  let last: string | undefined;
  try {
    while (!ended.aborted) {
      try {
        redis ??= await queue.connector.connect(true);
        last ??= await endOfStream(redis, queue);
        const events = ended.aborted ? [] : await eventsOnceThereAre(redis, queue, last);
        last = events.at(-1)?.id ?? last;
        yield* hintsOf(events, hints);
      } catch {
        // Whatever it was, the reading of the queue is the truth; hints may pause.
        redis = renewed(redis);
        await queue.clock.sleep(PAUSE, ended);
      }
    }
  } finally {
    ended.removeEventListener('abort', disconnect);
    redis?.disconnect();
  }
}

/** A connection that ended is made anew; one that failed otherwise may be dead without knowing, so it connects again. */
function renewed(redis: RedisClient | undefined): RedisClient | undefined {
  if (redis === undefined || redis.status === 'end') return undefined;
  redis.disconnect(true);
  return redis;
}

async function endOfStream(redis: RedisClient, queue: RedisQueue): Promise<string> {
  const [entry] = await redis.xrevrange(queue.keys.of('events'), '+', '-', 'COUNT', 1);
  return entry?.[0] ?? '0-0';
}

async function eventsOnceThereAre(redis: RedisClient, queue: RedisQueue, last: string): Promise<readonly StreamEvent[]> {
  const reply = await redis.callBuffer('XREAD', 'COUNT', COUNT, 'BLOCK', BLOCK, 'STREAMS', queue.keys.of('events'), last);
  const [stream] = (reply ?? []) as [Buffer, unknown][];
  return stream === undefined ? [] : toEvents(stream[1]);
}

function hintsOf(events: readonly StreamEvent[], { letter, outcome }: HintEvents): readonly WakeUp[] {
  const names = new Set(events.map(({ event }) => event));
  const hints: WakeUp[] = [];
  if (letter.some((name) => names.has(name))) hints.push('letter');
  if (outcome.some((name) => names.has(name))) hints.push('outcome');
  return hints;
}
