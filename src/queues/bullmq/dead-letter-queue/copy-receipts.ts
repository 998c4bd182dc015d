import type { RemoveReceipt, ReplayReceipt } from '../../contract.ts';
import { replayObstacle, type Obstacle } from '../receipts.ts';

const SUPERSEDED: Readonly<Record<string, string>> = {
  missing: 'the copy is no longer in the dead-letter queue',
  left: 'a worker of the dead-letter queue has taken the copy',
  epoch: 'another job of the dead-letter queue has its id',
  data: "the copy's data was changed since it was read",
};

const REFUSED: Readonly<Record<string, string>> = {
  relatives: 'the copy belongs to a flow',
  scheduler: 'the copy belongs to a job scheduler',
};

/** The receipt for what is in the way of acting on a copy. */
export function copyObstacle(obstacle: string, detail?: string): Extract<ReplayReceipt & RemoveReceipt, { readonly why: string }> {
  const superseded = SUPERSEDED[obstacle];
  if (superseded !== undefined) return { kind: 'superseded', why: superseded, ...(obstacle === 'missing' ? { gone: true } : {}) };
  const why = REFUSED[obstacle] ?? 'BullMQ could not do it';
  return { kind: 'refused', why: detail === undefined || detail === '' ? why : `${why} (${detail})` };
}

/** The receipt for what is in the way of putting the job of a copy back, beside the copy itself. */
export function jobObstacle(obstacle: Obstacle, detail?: string): Extract<ReplayReceipt, { readonly why: string }> {
  return replayObstacle(obstacle, detail);
}

/** The receipt where the job that a copy was made of is not dead: it will run, runs, or has run, and would run twice. */
export function livingJob(state: string): Extract<ReplayReceipt, { readonly kind: 'superseded' }> {
  const what = state === 'completed' ? 'has completed' : state === 'active' ? 'is running' : `still is in its queue (${state})`;
  return { kind: 'superseded', why: `the job that the copy was made of ${what}` };
}

/** The receipt where the failed job itself and its copy say different things: which of them is right, a person knows. */
export function otherData(): Extract<ReplayReceipt, { readonly kind: 'refused' }> {
  return { kind: 'refused', why: 'the failed job itself holds other data than this copy of it' };
}

/** The receipt where a copy can't be acted on, whatever stands in the main queue. */
export function refusedCopy(why: string): Extract<ReplayReceipt & RemoveReceipt, { readonly kind: 'refused' }> {
  return { kind: 'refused', why };
}
