import type { RunningQueue } from './broker/broker.ts';
import type { DemoQueue } from './queues/demo-queue.ts';
import type { World } from './world.ts';

/** Milliseconds after which the demo gives up waiting for its workers. */
const PATIENCE = 60_000;

/** How the jobs went before anybody healed anything. */
export interface Production {
  readonly completed: number;
  readonly dead: number;
  /** Runs of workers, each failed one counted. */
  readonly runs: number;
}

/** Adds every job and waits until each has completed or died by its last attempt, or `signal` is aborted. */
export async function produce(world: World, signal: AbortSignal): Promise<Production> {
  const totals = { completed: 0, dead: 0, runs: 0 };
  const expected = world.queues.reduce((sum, { letters, healthy = [] }) => sum + letters.length + healthy.length, 0);
  if (signal.aborted) return totals;
  const done = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`only ${totals.completed + totals.dead} of ${expected} jobs ended within ${PATIENCE / 1000} s`)), PATIENCE);
    const finish = (): void => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', finish, { once: true });
    for (const queue of world.running.values()) {
      queue.onEnd(({ kind }) => {
        totals.runs += 1;
        if (kind !== 'failed') totals[kind] += 1;
        if (totals.completed + totals.dead === expected) finish();
      });
    }
  });
  for (const queue of world.queues) await addJobs(queue, world.running.get(queue.name));
  await done;
  return { ...totals };
}

async function addJobs(queue: DemoQueue, running: RunningQueue | undefined): Promise<void> {
  if (running === undefined) throw new Error(`the queue ${queue.name} is not running`);
  for (const { id, payload } of [...(queue.healthy ?? []), ...queue.letters]) await running.add({ id, name: queue.job, data: payload });
}
