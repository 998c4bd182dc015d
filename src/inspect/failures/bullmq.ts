import type { FailureText } from '../failure-text.ts';
import type { Recognition } from './recogniser.ts';

const STALLED = 'job stalled more than allowable limit';

/** BullMQ's own failures: a job that stalled, and an error that the worker declared final. */
export function recogniseBullmq({ errorClass, message }: FailureText): Recognition | undefined {
  if (message === STALLED) return { library: 'bullmq', code: 'STALLED' };
  return errorClass === 'UnrecoverableError' ? { library: 'bullmq', code: 'UNRECOVERABLE' } : undefined;
}
