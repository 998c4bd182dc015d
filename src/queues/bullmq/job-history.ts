import type { ReplayProgress } from '../../core/outcome.ts';

/** One thing that the event log tells of one job. */
export interface JobEvent {
  readonly event: string;
  readonly jobId: string;
  readonly at: Date;
}

/** What the log tells of a job that is no longer there, collected event by event, oldest first. */
export class JobHistory {
  readonly #progress = new Map<string, ReplayProgress>();
  readonly #startedAt = new Map<string, Date>();

  /** Takes one event. What happened first after the replay counts; a later job of the same id changes nothing. */
  note({ event, jobId, at }: JobEvent): void {
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
