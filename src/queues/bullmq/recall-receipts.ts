import type { RecallReceipt } from '../contract.ts';

/** What a recall found in its way, the same on both backends. */
export type RecallObstacle = 'missing' | 'foreign' | 'epoch' | 'started' | 'data' | 'relatives' | 'unread' | 'script';

const SUPERSEDED: Partial<Record<RecallObstacle, string>> = {
  missing: 'the job is no longer there',
  foreign: 'no replay of mendq waits there: somebody else acted on it',
  epoch: 'the replay has run, or another job has its id',
  started: 'a worker has started it',
  data: "the job's data was changed since the replay",
};

const REFUSED: Partial<Record<RecallObstacle, string>> = {
  relatives: 'it belongs to a flow, whose other jobs already count on it',
  unread: 'its body is above the reading limit and was not read',
  script: 'the broker could not do it',
};

/** The receipt for an obstacle in the way of a recall. `detail` adds what only this order knows. */
export function recallObstacle(obstacle: RecallObstacle, detail = ''): Extract<RecallReceipt, { readonly why: string }> {
  const superseded = SUPERSEDED[obstacle];
  const text = superseded ?? REFUSED[obstacle] ?? obstacle;
  const why = detail === '' ? text : `${text} (${detail})`;
  return { kind: superseded === undefined ? 'refused' : 'superseded', why };
}
