import type { WakeUp } from '../../contract.ts';
import type { PostgresQueue } from './postgres-queue.ts';
import type { PgClientLike } from './pg-pool.ts';

/** Longest time between two looks, in milliseconds: BullMQ leaves out a notification where several commit at once. */
const LOOK_EVERY = 5000;

/** Pause after a failure, in milliseconds. */
const PAUSE = 1000;

/**
 * Follows the event table, woken by LISTEN on a client of its own, from the place where it began, also across outages.
 * Ends within a moment of `signal` or of closing the adapter; never rejects.
 */
export async function* wakeups(queue: PostgresQueue, signal: AbortSignal): AsyncGenerator<WakeUp> {
  const ended = AbortSignal.any([signal, queue.closing]);
  let listener: Listener | undefined;
  let last: string | undefined;
  try {
    while (!ended.aborted) {
      try {
        listener ??= await listen(queue);
        last ??= await newestEvent(queue);
        const found = await eventsAfter(queue, last);
        last = found.last;
        yield* found.hints;
        if (found.hints.length === 0) await listener.heard(ended);
      } catch {
        // Whatever it was, the reading of the queue is the truth; hints may pause.
        listener?.stop();
        listener = undefined;
        await queue.clock.sleep(PAUSE, ended);
      }
    }
  } finally {
    listener?.stop();
  }
}

/** A client that listens to BullMQ's events. */
interface Listener {
  /** Resolves at a notification for the queue, after 5 s, or when `ended` is aborted; rejects when the client breaks. */
  heard(ended: AbortSignal): Promise<void>;
  stop(): void;
}

async function listen(queue: PostgresQueue): Promise<Listener> {
  const client = await queue.pool.connect();
  let pending = false;
  let broken: Error | undefined;
  let wake: () => void = () => undefined;
  const onError = (error: Error): void => {
    broken = error;
    wake();
  };
  client.on('error', onError);
  client.on('notification', ({ payload }) => {
    if (payload !== queue.name) return;
    pending = true;
    wake();
  });
  await client.query('LISTEN bullmq_events').catch((error: unknown) => giveUp(client, error));
  return {
    heard: async (ended) => {
      if (!pending && broken === undefined) await new Promise<void>((resolve) => {
        const pause = new AbortController();
        wake = () => (pause.abort(), resolve());
        const stop = (): void => wake();
        ended.addEventListener('abort', stop, { once: true });
        void queue.clock.sleep(LOOK_EVERY, pause.signal).then(() => (ended.removeEventListener('abort', stop), resolve()));
        if (ended.aborted) wake();
      });
      pending = false;
      if (broken !== undefined) throw broken;
    },
    // A client that listened is thrown away, so that nobody else hears for it.
    stop: () => client.release(broken ?? true),
  };
}

function giveUp(client: PgClientLike, error: unknown): never {
  client.release(true);
  throw error;
}

async function newestEvent(queue: PostgresQueue): Promise<string> {
  const { rows } = await queue.pool.query(`SELECT COALESCE(max(id), 0)::text AS id FROM ${queue.schema}.event WHERE queue = $1`, [queue.name]);
  return String(rows[0]?.['id'] ?? '0');
}

async function eventsAfter(queue: PostgresQueue, last: string): Promise<{ readonly last: string; readonly hints: readonly WakeUp[] }> {
  const { rows } = await queue.pool.query(`
    SELECT COALESCE(max(id), $2::bigint)::text AS last,
           COALESCE(bool_or(event IN ('failed', 'retries-exhausted')), false) AS letter, COALESCE(bool_or(event = 'completed'), false) AS outcome
      FROM ${queue.schema}.event WHERE queue = $1 AND id > $2::bigint`, [queue.name, last]);
  const row = rows[0] ?? {};
  const hints: WakeUp[] = [];
  if (row['letter'] === true) hints.push('letter');
  if (row['outcome'] === true) hints.push('outcome');
  return { last: String(row['last'] ?? last), hints };
}
