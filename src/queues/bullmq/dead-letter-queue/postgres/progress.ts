import type { ReplayProgress } from '../../../../core/outcome.ts';
import type { ReplayReference } from '../../../contract.ts';
import { progress as progressOfJobs } from '../../postgres/progress.ts';
import { addedTimes } from './added-records.ts';
import type { CopyQueue } from './copy-queue.ts';

/**
 * How replays stand, told by the jobs in the main queue. The record of a replay names the job's own age; a replay
 * without a record never was, or lies longer back than records are kept.
 */
export async function progress({ main }: CopyQueue, replays: readonly ReplayReference[]): Promise<readonly ReplayProgress[]> {
  if (replays.length === 0) return [];
  const times = await addedTimes(main, replays.map(({ replayId }) => replayId));
  const known = replays.flatMap((replay) => (times.has(replay.replayId) ? [{ ...replay, epoch: `${times.get(replay.replayId) ?? ''}::` }] : []));
  const standing = await progressOfJobs(main, known);
  const found = new Map(known.map(({ replayId }, index) => [replayId, standing[index]]));
  return replays.map(({ replayId }) => found.get(replayId) ?? { kind: 'gone' });
}
