import type { ReplayProgress } from '../../core/outcome.ts';

/** One thing that the event log tells of one job. */
export interface JobEvent {
  readonly event: string;
  readonly jobId: string;
  readonly at: Date;
  /** For `waiting`: the state that the job came from. */
  readonly previous: string;
}

/** What the log tells of jobs that are no longer there, collected event by event, oldest first. */
export class JobHistory {
  readonly #progress = new Map<string, ReplayProgress>();
  readonly #startedAt = new Map<string, Date>();
  readonly #unseen: Set<string>;

  /**
   * @param vague - Jobs for which the log is read from some moment before their replay: until the log tells of the
   * replay itself, what it tells of them is the death before it.
   */
  constructor(vague: readonly string[] = []) {
    this.#unseen = new Set(vague);
  }

  /** Takes one event. What happened first after the replay counts; a later job of the same id changes nothing. */
  note({ event, jobId, at, previous }: JobEvent): void {
    if (this.#unseen.has(jobId)) {
      if (event === 'waiting' && previous === 'failed') this.#unseen.delete(jobId);
      return;
    }
    if (this.#progress.has(jobId)) return;
    if (event === 'active') this.#startedAt.set(jobId, at);
    if (event === 'completed') this.#progress.set(jobId, { kind: 'completed', at, ...this.#started(jobId) });
    if (event === 'failed') this.#progress.set(jobId, { kind: 'failed', at });
    if (event === 'removed') this.#progress.set(jobId, { kind: 'gone' });
  }

  /** How the replay of the job ended; `gone` where the log does not tell. */
  of(jobId: string): ReplayProgress {
    return this.#progress.get(jobId) ?? { kind: 'gone' };
  }

  #started(jobId: string): { readonly startedAt?: Date } {
    const startedAt = this.#startedAt.get(jobId);
    return startedAt === undefined ? {} : { startedAt };
  }
}
