import { configError } from '../../../core/errors.ts';
import { isPattern } from '../queue-pattern.ts';
import type { DeadLetterQueueOptions } from './dead-letter-queue-options.ts';

/** The options as one shape. */
export function toDeadLetterQueue(option: string | DeadLetterQueueOptions): DeadLetterQueueOptions {
  return typeof option === 'string' ? { name: option } : option;
}

/** Refuses what can't be the dead-letter queue of this queue. Throws `MENDQ_E_CONFIG`. */
export function assertDeadLetterQueue(queue: string, option: string | DeadLetterQueueOptions): void {
  const { name, unwrap } = toDeadLetterQueue(option);
  const where = `queue ${queue}, deadLetterQueue`;
  if (typeof name !== 'string' || name === '' || name.includes(':')) throw configError(where, 'a BullMQ queue has a name without ":"', 'Give the name that the workers copy to.');
  if (name === queue) throw configError(where, 'it is the queue itself', 'Leave deadLetterQueue out: dead jobs in "failed" are letters by themselves.');
  if (isPattern(queue) || isPattern(name)) throw configError(where, 'a pattern stands for many queues', 'Name each queue that has a dead-letter queue of its own by itself.');
  if (unwrap !== undefined && typeof unwrap !== 'function') throw configError(where, 'unwrap is no function', 'Give a function from a copied job to id, name and data of the job.');
}
