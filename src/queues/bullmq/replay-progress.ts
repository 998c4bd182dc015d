import type { ReplayProgress } from '../../core/outcome.ts';
import type { ReplayReference } from '../contract.ts';

/** The replay of a job that is now completed. */
export function completedProgress(at: Date | undefined, startedAt: Date | undefined): ReplayProgress {
  return { kind: 'completed', ...(at === undefined ? {} : { at }), ...(startedAt === undefined ? {} : { startedAt }) };
}

/**
 * The replay of a job that is now failed. Where it is the very death that was replayed, the store has lost the replay
 * (restored from a backup), and no outcome of it will ever come: `gone`.
 */
export function failedProgress(epoch: string, replay: ReplayReference, at: Date | undefined): ReplayProgress {
  return epoch === replay.epoch ? { kind: 'gone' } : { kind: 'failed', ...(at === undefined ? {} : { at }) };
}
