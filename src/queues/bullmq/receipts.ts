import type { RemoveReceipt, ReplayReceipt } from '../contract.ts';

/** What a guard found in the way of an order, the same on both backends. */
export type Obstacle =
  | 'missing' | 'left' | 'epoch' | 'data'
  | 'unread' | 'owned' | 'children' | 'awaited' | 'blocking' | 'parent' | 'scheduler' | 'priority' | 'options' | 'text' | 'script';

const SUPERSEDED: Partial<Record<Obstacle, string>> = {
  missing: 'the job is no longer there',
  left: 'the job is no longer in failed',
  epoch: 'the job died again since it was read, or another job has its id',
  data: "the job's data was changed since it was read",
};

const REFUSED: Partial<Record<Obstacle, string>> = {
  unread: 'its body is above the reading limit and was not read',
  awaited: 'its parent in the flow waits for it, and removing it would let the parent run without its result',
  blocking: 'its parent in the flow failed with it, and removing it would keep the parent from ever completing',
  parent: 'it is the parent of a flow, and removing it would drop the results of its children',
  scheduler: 'it belongs to a job scheduler, and BullMQ does not remove such jobs',
  priority: 'the loaded bullmq would drop its priority; bullmq 6.7 keeps it',
  options: "its options can't be read",
  text: "PostgreSQL can't store the repaired body",
  script: 'BullMQ could not do it',
};

/** The receipt for an obstacle in the way of a replay. `detail` adds what only this order knows. */
export function replayObstacle(obstacle: Obstacle, detail?: string): Extract<ReplayReceipt, { readonly why: string }> {
  if (obstacle === 'owned') return { kind: 'conflict', why: withDetail('another live job owns its deduplication key', detail) };
  if (obstacle === 'children') return { kind: 'waiting', why: 'it waits for children that are unfinished or failed' };
  return obstacleReceipt(obstacle, detail);
}

/** The receipt for an obstacle in the way of a removal. */
export function obstacleReceipt(obstacle: Obstacle, detail?: string): Extract<ReplayReceipt & RemoveReceipt, { readonly why: string }> {
  const superseded = SUPERSEDED[obstacle];
  const why = superseded ?? REFUSED[obstacle] ?? obstacle;
  const text = withDetail(why, detail);
  if (superseded === undefined) return { kind: 'refused', why: text };
  return { kind: 'superseded', why: text, ...(obstacle === 'missing' ? { gone: true } : {}) };
}

function withDetail(why: string, detail: string | undefined): string {
  return detail === undefined || detail === '' ? why : `${why} (${detail})`;
}

/** The receipt for what was done, at a moment in milliseconds as the broker's record spells it. */
export function doneReceipt(at: string, earlier: boolean): Extract<ReplayReceipt & RemoveReceipt, { readonly kind: 'done' }> {
  return { kind: 'done', at: new Date(Number(at.split(' ', 1)[0])), earlier };
}
