import type { Queue } from 'bullmq';
import { seededRandom } from '../crash/seeded-random.ts';
import { corrected, type Job } from './crowd.ts';

/** A person who acts on dead jobs through BullMQ's own API, at random, and without looking what mendq does. */
export interface Meddler {
  /** Does one thing to one dead job, if there is one. */
  act(): Promise<void>;
  /** Jobs that the person removed or tried to, and those whose data the person wrote over. */
  readonly removed: ReadonlySet<string>;
  readonly edited: ReadonlySet<string>;
  /** What was done, by name. */
  readonly counts: Readonly<Record<'retry' | 'remove' | 'correct' | 'edit', number>>;
}

export function meddler(queue: Queue, jobs: ReadonlyMap<string, Job>, seed: number): Meddler {
  const random = seededRandom(seed);
  const removed = new Set<string>();
  const edited = new Set<string>();
  const counts = { retry: 0, remove: 0, correct: 0, edit: 0 };
  const act = async (): Promise<void> => {
    const rank = Math.floor(random() * Math.max(1, await queue.getFailedCount()));
    const [found] = await queue.getFailed(rank, rank);
    const job = jobs.get(found?.id ?? '');
    const choice = random();
    if (found === undefined || job === undefined) return;
    if (choice < 0.25) {
      removed.add(job.id);
      counts.remove += 1;
      return found.remove();
    }
    if (choice < 0.6) {
      // Who sees that the work was done does not have it done again.
      if (job.kind === 'done') return;
      counts.retry += 1;
      return found.retry('failed');
    }
    edited.add(job.id);
    counts[choice < 0.85 ? 'correct' : 'edit'] += 1;
    await found.updateData(corrected(job));
    if (choice < 0.85 && job.kind !== 'done') await found.retry('failed');
  };
  return {
    // Where mendq was faster, BullMQ refuses: the person shrugs.
    act: async () => act().catch(() => undefined),
    removed,
    edited,
    counts,
  };
}
