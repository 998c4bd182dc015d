import type { Job, Queue, Worker } from 'bullmq';
import { MendqError, messageOf } from '../core/errors.ts';

/** Name of mendq's own queue. */
const QUEUE = 'mendq-patrol';

/** What makes a patrol process run a pass. A later release may ask for something else: whoever runs tasks takes it for a full pass. */
export type EngineTask = 'tick' | 'letter' | 'outcome' | 'due' | 'wake';

/** How the engine runs. */
export interface EngineOptions {
  /** The ledger's database: a connection for BullMQ's PostgreSQL backend. */
  readonly connection: unknown;
  /** Milliseconds between two scheduled passes. */
  readonly every: number;
  /** Does the work. What it throws is reported and never stops the engine. */
  readonly run: (task: EngineTask) => Promise<void>;
  readonly onError: (error: Error) => void;
}

/** Mendq's own work on BullMQ: scheduled passes and wake-ups, shared by every process that patrols with this ledger. */
export interface Engine {
  /**
   * Asks for a pass. Requests for one kind of task that come while one waits are one; one that comes while it runs
   * leads to one more, so that nothing that happened meanwhile is missed.
   */
  request(task: EngineTask): Promise<void>;
  /** Finishes the pass in hand, then gives the connections back. */
  close(): Promise<void>;
}

/** Starts the engine: creates BullMQ's tables where they are missing, the schedule and a worker. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { Queue: QueueClass, Worker: WorkerClass, createPostgresBackend } = await import('bullmq');
  await createTables(options.connection);
  const connection = options.connection as never;
  const queue = new QueueClass(QUEUE, { connection, defaultJobOptions: { removeOnComplete: 100, removeOnFail: 100 } }, createPostgresBackend) as unknown as Queue;
  queue.on('error', options.onError);
  const worker = new WorkerClass(
    QUEUE,
    async (job: Job) => options.run(job.name as EngineTask),
    { connection, concurrency: 1, autorun: false },
    createPostgresBackend,
  ) as unknown as Worker;
  worker.on('error', options.onError);
  worker.on('failed', (_job, error) => options.onError(error));
  try {
    await queue.waitUntilReady();
    await queue.upsertJobScheduler('tick', { every: options.every }, { name: 'tick' });
    await worker.waitUntilReady();
  } catch (error) {
    await Promise.allSettled([worker.close(true), queue.close()]);
    throw startError(error);
  }
  const running = worker.run();
  return {
    request: async (task) => {
      await queue.add(task, {}, { deduplication: { id: task, keepLastIfActive: true } });
    },
    close: async () => {
      await worker.close();
      await running.catch(options.onError);
      await queue.close();
    },
  };
}

/** BullMQ creates its tables by itself where it makes the pool; in a pool that it is given, it expects them. */
async function createTables(connection: unknown): Promise<void> {
  if (!isPool(connection)) return;
  const { runMigrations } = await import('bullmq');
  try {
    const session = await connection.connect();
    await runMigrations(session as never).finally(() => session.release());
  } catch (error) {
    throw startError(error);
  }
}

function isPool(connection: unknown): connection is { connect(): Promise<{ release(): void }> } {
  return typeof connection === 'object' && connection !== null && 'connect' in connection;
}

function startError(error: unknown): MendqError {
  if (error instanceof Error && error.name === 'SchemaVersionMismatchError') {
    const hint = 'A newer mendq has changed them: install it here too. Until then let the newer one patrol.';
    return new MendqError('MENDQ_E_LEDGER_TOO_NEW', `the engine's tables are of a later major release of BullMQ: ${messageOf(error)}`, { hint, cause: error });
  }
  return new MendqError('MENDQ_E_LEDGER_UNREACHABLE', `the engine can't start in the ledger's database: ${messageOf(error)}`, {
    hint: 'The database role needs the right to create a schema; see `mendq doctor`.',
    cause: error,
  });
}
