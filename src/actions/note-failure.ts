import { failureOf, type QueueFailure } from '../house.ts';
import type { PassContext } from '../pass/pass-context.ts';

/** Notes that a queue failed, and tells the application; the others go on. */
export function noteFailure(queue: string, error: unknown, failures: QueueFailure[], { emit }: Pick<PassContext, 'emit'>): void {
  const failure = failureOf(queue, error);
  failures.push(failure);
  emit('queue-failed', { queue, error: failure.error });
}
