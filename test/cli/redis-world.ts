import { Queue, Worker, type Job } from 'bullmq';
import { Redis } from 'ioredis';

import { freshDatabase, freshPrefix, redisUrl } from '../services.ts';
import { temporaryFolder, until } from './run-cli.ts';

/** Name of the queue. It needs quoting nowhere. */
export const QUEUE = 'invoices';

/** A queue on Redis with dead jobs, a worker that does the work where the payload is right, and a folder with a configuration. */
export interface RedisWorld {
  readonly folder: string;
  readonly queue: Queue;
  /** How often each invoice was done. */
  readonly effects: Map<string, number>;
  /** Adds invoices whose tax flag is a text, and waits until all of them are dead. */
  addDead(count: number, first?: number): Promise<void>;
  /** Adds the same and waits for nothing: while others heal, there may be no moment at which all are dead. */
  add(count: number, first?: number): Promise<void>;
  /** Starts the worker that does the work; before that every job fails. */
  startWork(): void;
  close(): Promise<void>;
}

/** How the configuration is written. */
export interface WorldOptions {
  /** Further lines of the configuration's object. */
  readonly lines?: string;
  /** Lines before it. */
  readonly before?: string;
  /** True for the embedded ledger beside the configuration. */
  readonly embedded?: boolean;
}

/** Makes a world of its own on the test servers. */
export async function redisWorld({ lines = '', before = '', embedded = false }: WorldOptions = {}): Promise<RedisWorld> {
  const prefix = freshPrefix();
  const database = embedded ? undefined : await freshDatabase();
  const folder = temporaryFolder({ 'mendq.config.ts': configText(prefix, database?.url, lines, before) });
  const connection = new Redis(redisUrl(), { maxRetriesPerRequest: null });
  const queue = new Queue(QUEUE, { connection, prefix });
  const effects = new Map<string, number>();
  let working = false;
  const worker = new Worker(QUEUE, async (job: Job) => work(job, working, effects), { connection, prefix, concurrency: 20 });
  const add = async (count: number, first = 0): Promise<void> => {
    await queue.addBulk(Array.from({ length: count }, (_, index) => toJob(first + index)));
  };
  return {
    folder: folder.path,
    queue,
    effects,
    addDead: async (count, first = 0) => {
      const deadBefore = await queue.getFailedCount();
      await add(count, first);
      await until(async () => (await queue.getFailedCount()) === deadBefore + count, 60_000);
    },
    add,
    startWork: () => {
      working = true;
    },
    close: async () => {
      await worker.close();
      await queue.obliterate({ force: true });
      await queue.close();
      connection.disconnect();
      await database?.drop();
      folder.drop();
    },
  };
}

function toJob(index: number) {
  const invoiceId = `inv_${index}`;
  return { name: 'parse', data: { invoiceId, apiKey: 'do-not-show', tax: 'TRUE' }, opts: { jobId: invoiceId, attempts: 2, backoff: 1 } };
}

async function work(job: Job, working: boolean, effects: Map<string, number>): Promise<void> {
  const { invoiceId, tax } = job.data as { readonly invoiceId: string; readonly tax: unknown };
  if (!working || typeof tax !== 'boolean') throw new TypeError('tax must be a boolean');
  effects.set(invoiceId, (effects.get(invoiceId) ?? 0) + 1);
}

function configText(prefix: string, ledger: string | undefined, lines: string, before: string): string {
  return `import { defineConfig } from 'mendq';
import { bullmq } from 'mendq/bullmq';
const noise = (words: string) => { if (process.env.NOISE) console.log(words); };
noise('noise of the configuration file');
${before}
const schema = {
  type: 'object',
  properties: { invoiceId: { type: 'string' }, apiKey: { type: 'string' }, tax: { type: 'boolean' } },
  required: ['invoiceId', 'tax'],
};
export default defineConfig({
  ${ledger === undefined ? '' : `ledger: ${JSON.stringify(ledger)},`}
  ${lines}
  queues: [
    bullmq('${QUEUE}', {
      connection: ${JSON.stringify(redisUrl())},
      prefix: '${prefix}',
      jobs: {
        parse: {
          schema,
          effects: 'none',
          idempotencyKey: (job) => job.invoiceId,
          fulfilled: () => { noise('noise of a hook'); return false; },
        },
      },
    }),
  ],
});
`;
}
