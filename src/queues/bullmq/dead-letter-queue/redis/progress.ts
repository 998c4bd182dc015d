import type { ReplayProgress } from '../../../../core/outcome.ts';
import type { ReplayReference } from '../../../contract.ts';
import { progress as progressOfJobs } from '../../redis/progress.ts';
import { readAll, toText } from '../../redis/send.ts';
import type { CopyQueue } from './copy-queue.ts';

/**
 * How replays stand, told by the jobs in the main queue. The record of a replay names the job's own age; a replay
 * without a record never was, or lies longer back than records are kept.
 */
export async function progress({ main }: CopyQueue, replays: readonly ReplayReference[]): Promise<readonly ReplayProgress[]> {
  const records = (await readAll(main.redis, main.place, replays.map(({ replayId }) => ['GET', main.keys.replayRecord(replayId)]))).map(toText);
  const known = replays.flatMap((replay, index) => {
    const added = records[index]?.split(' ')[2];
    return added === undefined ? [] : [{ index, reference: { ...replay, epoch: `${added}::` } }];
  });
  const standing = await progressOfJobs(main, known.map(({ reference }) => reference));
  const found = new Map(known.map(({ index }, place) => [index, standing[place]]));
  return replays.map((_, index) => found.get(index) ?? { kind: 'gone' });
}
