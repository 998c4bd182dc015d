import type { FailureReport, RawLetter } from '../../src/core/dead-letter.ts';
import type { JobType } from '../../src/core/job-type.ts';
import type { Json } from '../../src/core/json.ts';

export const AT = new Date('2026-03-04T03:15:00.000Z');

/** The report that BullMQ keeps of an error: its message, and its stack once an attempt. */
export function reportOf(error: Error, attempts = 1): FailureReport {
  return { reason: error.message, stack: Array.from({ length: attempts }, () => error.stack ?? ''), at: AT };
}

/** A report of one attempt. */
export function report(reason: string, ...stack: string[]): FailureReport {
  return { reason, stack, at: AT };
}

export function jobType(changes: Partial<JobType> = {}): JobType {
  return { effects: 'database', protect: [], freeText: [], tidy: [], fill: {}, revision: '1', ...changes };
}

/** A raw letter around a payload and a failure. */
export function rawLetter(payload: Json, failure: FailureReport, changes: Partial<RawLetter> = {}): RawLetter {
  return {
    queue: 'invoices',
    messageId: '42',
    epoch: '1',
    broker: 'bullmq',
    name: 'parse-invoice',
    body: new TextEncoder().encode(JSON.stringify(payload)),
    headers: {},
    failure,
    attempts: 5,
    enqueuedAt: AT,
    ...changes,
  };
}

/** What an error throws, or the error that a function rejects with. */
export async function thrownBy(work: () => unknown): Promise<Error> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
}
