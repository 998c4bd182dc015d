import type { QueueEnvironment } from '../../contract.ts';
import type { BullmqBackend } from '../backend.ts';
import type { LoadedBullmq } from '../load-bullmq.ts';
import type { BullmqOptions } from '../options.ts';
import { toDeadLetterQueue } from './assert-dead-letter-queue.ts';

/** Opens a queue whose letters lie in a dead-letter queue of the application's own. Rejects with a `MendqError`. */
export async function openCopies(name: string, options: BullmqOptions, environment: QueueEnvironment, loaded: LoadedBullmq | undefined): Promise<BullmqBackend> {
  const deadLetterQueue = toDeadLetterQueue(options.deadLetterQueue ?? '');
  if (options.postgres === undefined) {
    const { openRedisCopies } = await import('./redis/open.ts');
    return openRedisCopies(name, options, environment, loaded, deadLetterQueue);
  }
  const { openPostgresCopies } = await import('./postgres/open.ts');
  return openPostgresCopies(name, options, environment, loaded, deadLetterQueue);
}
