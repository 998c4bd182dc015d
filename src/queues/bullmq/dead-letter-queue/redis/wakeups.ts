import type { WakeUp } from '../../../contract.ts';
import { wakeups as wakeupsOf } from '../../redis/wakeups.ts';
import { COPY_HINTS, JOB_HINTS } from '../copy-hints.ts';
import { merge } from '../merge.ts';
import type { CopyQueue } from './copy-queue.ts';

/** Follows the event streams of both queues, on a connection each. Ends within a moment of `signal`; never rejects. */
export function wakeups({ main, copies }: CopyQueue, signal: AbortSignal): AsyncGenerator<WakeUp> {
  return merge(wakeupsOf(copies, signal, COPY_HINTS), wakeupsOf(main, signal, JOB_HINTS));
}
