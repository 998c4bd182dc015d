import { randomBytes } from 'node:crypto';
import type { Job, Queue, Worker } from 'bullmq';
import { systemClock } from '../../../src/core/clock.ts';
import type { Json } from '../../../src/core/json.ts';
import type { QueueAdapter, QueueDefinition, QueueEnvironment } from '../../../src/queues/contract.ts';
import type { QueueUnderTest } from '../../conformance/queue-suite.ts';

/** A BullMQ queue with the hands of its producers and workers, on whichever store it is. */
export interface BullmqFixture extends QueueUnderTest {
  readonly queue: Queue;
  readonly worker: Worker;
  /** Runs the next waiting job once with an error of the caller's; `undefined` where none waits. */
  fail(error: Error): Promise<Job | undefined>;
}

/** The queue, the worker without a loop of its own, and the definition under test. */
export interface BullmqParts {
  readonly queue: Queue;
  readonly worker: Worker;
  readonly definition: QueueDefinition;
}

/** A queue name that no other test uses. */
export function freshName(): string {
  return `queue-${randomBytes(6).toString('hex')}`;
}

/** What adapters are opened with. */
export function environment(change: Partial<QueueEnvironment> = {}): QueueEnvironment {
  return { clock: systemClock, payloadBytes: 16 * 1024 * 1024, directory: process.cwd(), ...change };
}

/** Opens an adapter on the parts. */
export async function fixture({ queue, worker, definition }: BullmqParts, change: Partial<QueueEnvironment> = {}): Promise<BullmqFixture> {
  const adapters: QueueAdapter[] = [];
  const open = async (): Promise<QueueAdapter> => {
    const adapter = await definition.open(environment(change));
    adapters.push(adapter);
    return adapter;
  };
  await queue.waitUntilReady();
  const next = async (): Promise<Job | undefined> => worker.getNextJob('test', { block: false });
  const fail = async (error: Error): Promise<Job | undefined> => {
    const job = await next();
    await job?.moveToFailed(error, 'test', false);
    return job;
  };
  return {
    queue,
    worker,
    adapter: await open(),
    openAnother: open,
    fail,
    die: async (id, payload) => {
      await queue.add('work', payload, { jobId: id });
      for (let job = await fail(new Error(`no luck with ${id}`)); job !== undefined; job = await fail(new Error('again'))) if (job.id === id) return;
    },
    run: async (outcome) => {
      if (outcome === 'fail') return seen(await fail(new Error('again')));
      const job = await next();
      await job?.moveToCompleted('done', 'test', false);
      return seen(job);
    },
    retryByHand: async (id) => (await queue.getJob(id))?.retry(),
    changeBody: async (id, payload) => (await queue.getJob(id))?.updateData(payload),
    whereabouts: async (id) => {
      const state = await queue.getJobState(id);
      if (state === 'unknown') return 'gone';
      return state === 'completed' || state === 'failed' ? state : 'waiting';
    },
    close: async () => {
      for (const adapter of adapters) await adapter.close();
      await worker.close();
      await queue.close();
    },
  };
}

function seen(job: Job | undefined): { readonly id: string; readonly payload: Json } | undefined {
  return job === undefined ? undefined : { id: job.id ?? '', payload: job.data as Json };
}
