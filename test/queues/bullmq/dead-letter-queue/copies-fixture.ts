import type { Job, Queue, Worker } from 'bullmq';
import type { Json } from '../../../../src/core/json.ts';
import type { QueueAdapter, QueueDefinition, QueueEnvironment } from '../../../../src/queues/contract.ts';
import type { QueueUnderTest } from '../../../conformance/queue-suite.ts';
import { environment } from '../bullmq-fixture.ts';

/** A main queue whose application copies dead jobs into a queue of its own. */
export interface CopiesFixture extends QueueUnderTest {
  readonly main: Queue;
  readonly copies: Queue;
  readonly definition: QueueDefinition;
  /** Runs the next waiting job once with an error of the caller's, and copies it as the application does. */
  fail(error: Error): Promise<Job | undefined>;
  /** Begins the next waiting job and leaves it in work. */
  take(): Promise<Job | undefined>;
  /** The copies of a job that are in the dead-letter queue. */
  copiesOf(id: string): Promise<readonly Job[]>;
}

/** What the fixture is made of. */
export interface CopiesParts {
  readonly main: Queue;
  readonly copies: Queue;
  readonly worker: Worker;
  readonly definition: QueueDefinition;
  /** Whether dead jobs stay in `failed` beside their copies, or leave nothing but them. */
  readonly originals: 'kept' | 'gone';
}

/** What an application with flat wrappers writes. */
export function flatWrapper(job: Job, error: Error): Readonly<Record<string, unknown>> {
  const { id, name, data, queueName, stacktrace, attemptsMade, opts } = job;
  return { jobId: id, jobName: name, queueName, data: data as unknown, opts, failedReason: error.message, stacktrace, attemptsMade, failedAt: new Date().toISOString() };
}

/** What an application that copies whole jobs writes. */
export function nestedWrapper(job: Job, error: Error): Readonly<Record<string, unknown>> {
  return { originalJob: job.toJSON() as unknown, failure: { reason: error.message, stacktrace: job.stacktrace, attemptsMade: job.attemptsMade } };
}

/** Opens an adapter on the parts. */
export async function copiesFixture({ main, copies, worker, definition, originals }: CopiesParts, change: Partial<QueueEnvironment> = {}): Promise<CopiesFixture> {
  const adapters: QueueAdapter[] = [];
  const open = async (): Promise<QueueAdapter> => {
    const adapter = await definition.open(environment(change));
    adapters.push(adapter);
    return adapter;
  };
  await Promise.all([main.waitUntilReady(), copies.waitUntilReady()]);
  const wrap = originals === 'kept' ? flatWrapper : nestedWrapper;
  const removeOnFail = originals === 'gone';
  const next = async (): Promise<Job | undefined> => worker.getNextJob('test', { block: false });
  const fail = async (error: Error): Promise<Job | undefined> => {
    const job = await next();
    if (job === undefined) return undefined;
    await job.moveToFailed(error, 'test', false);
    await copies.add('dead', wrap(job, error));
    return job;
  };
  const copiesOf = async (id: string): Promise<readonly Job[]> => (await copies.getJobs(['waiting'])).filter((copy) => idIn(copy.data) === id);
  return {
    main, copies, definition, fail, copiesOf,
    take: next,
    adapter: await open(),
    openAnother: open,
    die: async (id, payload) => {
      await main.add('work', payload, { jobId: id, removeOnFail });
      for (let job = await fail(new Error(`no luck with ${id}`)); job !== undefined; job = await fail(new Error('again'))) if (job.id === id) return;
    },
    run: async (outcome) => {
      if (outcome === 'fail') return seen(await fail(new Error('again')));
      const job = await next();
      await job?.moveToCompleted('done', 'test', false);
      return seen(job);
    },
    retryByHand: async (id) => {
      const [copy] = await copiesOf(id);
      if (copy === undefined) return;
      if (originals === 'kept') await (await main.getJob(id))?.retry();
      else await main.add('work', dataIn(copy.data), { jobId: id, removeOnFail });
      await copy.remove();
    },
    changeBody: async (id, payload) => {
      const [copy] = await copiesOf(id);
      await copy?.updateData(originals === 'kept' ? { ...copy.data, data: payload } : { ...copy.data, originalJob: { ...copy.data.originalJob, data: payload } });
    },
    whereabouts: async (id) => {
      if ((await copiesOf(id)).length > 0) return 'failed';
      const state = await main.getJobState(id);
      // A failed job without a copy is no letter, so nothing of it is left to see.
      if (state === 'unknown' || state === 'failed') return 'gone';
      return state === 'completed' ? 'completed' : 'waiting';
    },
    close: async () => {
      for (const adapter of adapters) await adapter.close();
      await worker.close();
      await Promise.all([main.close(), copies.close()]);
    },
  };
}

function idIn(data: { readonly jobId?: string; readonly originalJob?: { readonly id?: string } }): string | undefined {
  return data.jobId ?? data.originalJob?.id;
}

function dataIn(data: { readonly data?: Json; readonly originalJob?: { readonly data?: Json } }): Json {
  return data.data ?? data.originalJob?.data ?? null;
}

function seen(job: Job | undefined): { readonly id: string; readonly payload: Json } | undefined {
  return job === undefined ? undefined : { id: job.id ?? '', payload: job.data as Json };
}
