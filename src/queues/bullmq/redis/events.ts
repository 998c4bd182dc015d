import type { RedisQueue } from './redis-queue.ts';
import { send, toText } from './send.ts';

/** One entry of the queue's event stream. */
export interface StreamEvent {
  readonly id: string;
  readonly event: string;
  readonly jobId: string;
  /** For `waiting`: the state that the job came from. */
  readonly previous: string;
}

/** Entries fetched at once. */
const COUNT = 1000;

/** The entries after `id`, oldest first, to the end of the stream. BullMQ keeps about the newest 10,000. */
export async function* eventsAfter(queue: RedisQueue, id: string): AsyncGenerator<StreamEvent> {
  let from = id;
  for (;;) {
    // Exclusive starts came with Redis 6.2; the next id there can be does the same.
    const [time = '0', count = '0'] = from.split('-');
    const start = `${time}-${BigInt(count) + 1n}`;
    const reply = await send(queue.redis, queue.place, async (redis) => redis.callBuffer('XRANGE', queue.keys.of('events'), start, '+', 'COUNT', COUNT));
    const events = toEvents(reply);
    yield* events;
    const last = events.at(-1);
    if (last === undefined || events.length < COUNT) return;
    from = last.id;
  }
}

/** Reads the reply of XRANGE, or the entries of one stream in the reply of XREAD. Return values of jobs are dropped unread. */
export function toEvents(entries: unknown): readonly StreamEvent[] {
  if (!Array.isArray(entries)) return [];
  return (entries as [Buffer, Buffer[]][]).map(([id, flat]) => {
    const fields = new Map(flat.flatMap((name, index) => (index % 2 === 0 ? [[name.toString('utf8'), flat[index + 1]] as const] : [])));
    return { id: id.toString('utf8'), event: toText(fields.get('event')) ?? '', jobId: toText(fields.get('jobId')) ?? '', previous: toText(fields.get('prev')) ?? '' };
  });
}

/** When an entry was written, by the server's clock. */
export function momentOf(id: string): Date {
  return new Date(Number(id.split('-', 1)[0]));
}
