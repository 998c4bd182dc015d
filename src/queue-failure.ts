import { isMendqError, MendqError, messageOf } from './core/errors.ts';

/** A queue that could not be opened, read or written. */
export interface QueueFailure {
  readonly queue: string;
  readonly error: MendqError;
}

/** The failure of a queue as a `MendqError`, whatever was thrown. */
export function failureOf(queue: string, error: unknown): QueueFailure {
  if (isMendqError(error)) return { queue, error };
  const hint = 'This may be a fault of mendq: please report it with the output of `mendq doctor`.';
  return { queue, error: new MendqError('MENDQ_E_BROKER_UNREACHABLE', `queue ${queue}: ${messageOf(error)}`, { hint, cause: error }) };
}
