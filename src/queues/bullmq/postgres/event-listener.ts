import type { WakeUp } from '../../contract.ts';
import type { HintEvents } from '../hint-events.ts';
import type { PgClientLike } from './pg-pool.ts';
import type { PostgresQueue } from './postgres-queue.ts';

/** Longest time between two looks, in milliseconds: BullMQ leaves out a notification where several commit at once. */
const LOOK_EVERY = 5000;

/** A client that listens to BullMQ's events. */
export interface EventListener {
  /** Resolves at a notification for the queue, after 5 s, or when `ended` is aborted; rejects when the client breaks. */
  heard(ended: AbortSignal): Promise<void>;
  /** Gives the client back. It is thrown away, so that nobody else hears for it. */
  stop(): void;
}

/** Checks a client out and listens. */
export async function listen(queue: PostgresQueue): Promise<EventListener> {
  const client = await queue.pool.connect();
  const bell = new Bell();
  client.on('error', (error) => bell.break(error));
  client.on('notification', ({ payload }) => {
    if (payload === queue.name) bell.ring();
  });
  await client.query('LISTEN bullmq_events').catch((error: unknown) => giveUp(client, error));
  return {
    heard: async (ended) => {
      const late = new AbortController();
      void queue.clock.sleep(LOOK_EVERY, late.signal).then(() => (late.signal.aborted ? undefined : bell.ring()));
      const stop = (): void => bell.ring();
      ended.addEventListener('abort', stop, { once: true });
      if (ended.aborted) stop();
      try {
        await bell.rung();
      } finally {
        ended.removeEventListener('abort', stop);
        late.abort();
      }
    },
    stop: () => client.release(true),
  };
}

function giveUp(client: PgClientLike, error: unknown): never {
  client.release(true);
  throw error;
}

/** Remembers one ring until somebody waits for it. */
class Bell {
  #isRung = false;
  #broken: Error | undefined;
  #wake: () => void = () => undefined;

  ring(): void {
    this.#isRung = true;
    this.#wake();
  }

  break(error: Error): void {
    this.#broken = error;
    this.#wake();
  }

  async rung(): Promise<void> {
    if (!this.#isRung && this.#broken === undefined) await new Promise<void>((resolve) => { this.#wake = resolve; });
    this.#isRung = false;
    if (this.#broken !== undefined) throw this.#broken;
  }
}

/** The id of the newest event of the queue. */
export async function newestEvent(queue: PostgresQueue): Promise<string> {
  const { rows } = await queue.pool.query(`SELECT COALESCE(max(id), 0)::text AS id FROM ${queue.schema}.event WHERE queue = $1`, [queue.name]);
  return textOf(rows[0]?.['id'], '0');
}

/** What happened after an event: hints, and the event to go on from. */
export async function hintsAfter(queue: PostgresQueue, last: string, events: HintEvents): Promise<{ readonly last: string; readonly hints: readonly WakeUp[] }> {
  const { rows } = await queue.pool.query(`
    SELECT COALESCE(max(id), $2::bigint)::text AS last,
           COALESCE(bool_or(event = ANY($3::text[])), false) AS letter, COALESCE(bool_or(event = ANY($4::text[])), false) AS outcome
      FROM ${queue.schema}.event WHERE queue = $1 AND id > $2::bigint`, [queue.name, last, [...events.letter], [...events.outcome]]);
  const row = rows[0] ?? {};
  const hints: WakeUp[] = [];
  if (row['letter'] === true) hints.push('letter');
  if (row['outcome'] === true) hints.push('outcome');
  return { last: textOf(row['last'], last), hints };
}

function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
