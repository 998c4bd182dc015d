import type { Queue, Worker } from 'bullmq';
import type { Whereabouts } from './world.ts';

/** Lets the worker run until nothing is left to run, then closes it. */
export async function drain(queue: Queue, worker: Worker): Promise<void> {
  worker.on('error', () => undefined);
  await worker.waitUntilReady();
  while ((await queue.getJobCountByTypes('wait', 'active', 'delayed', 'prioritized')) > 0) {
    await new Promise((resolve) => { setTimeout(resolve, 10); });
  }
  await worker.close();
}

/** Where each job is now. */
export async function whereaboutsOf(queue: Queue, jobIds: readonly string[]): Promise<readonly Whereabouts[]> {
  return Promise.all(
    jobIds.map(async (id) => {
      const state = await queue.getJobState(id);
      if (state === 'unknown') return 'gone';
      return state === 'completed' || state === 'failed' ? state : 'waiting';
    }),
  );
}
