import type { MendqError } from '../../core/errors.ts';
import { wrongVersion } from './broker-error.ts';

/** A library and its version, as BullMQ writes them into a queue: `bullmq:6.7.0`. */
export interface QueueVersion {
  readonly library: string;
  readonly version: string;
}

/** Reads what a queue says about who wrote it; `undefined` where it says nothing. */
export function parseQueueVersion(text: string | null | undefined): QueueVersion | undefined {
  if (text === null || text === undefined || text === '') return undefined;
  const colon = text.lastIndexOf(':');
  return colon < 0 ? { library: 'bullmq', version: text } : { library: text.slice(0, colon), version: text.slice(colon + 1) };
}

/**
 * Refuses a queue that another library or another major version works on: their scripts keep jobs in different places,
 * and a job replayed with the wrong one can be lost. A queue that says nothing yet is fine.
 */
export function assertSameMajor(queue: string, recorded: QueueVersion | undefined, loaded: string, from: string): void {
  if (recorded === undefined) return;
  const theirs = `${recorded.library} ${recorded.version}`;
  const context = { recorded: theirs, loaded, from };
  if (recorded.library !== 'bullmq') {
    throw wrongVersion(queue, `it is worked on by ${theirs}, and mendq speaks bullmq (loaded: ${loaded})`, 'Only queues of the open-source bullmq can be healed.', context);
  }
  if (majorOf(recorded.version) === majorOf(loaded)) return;
  throw wrongVersion(
    queue,
    `it is worked on by ${theirs}, but bullmq ${loaded} is loaded (from ${from})`,
    `Install bullmq@${majorOf(recorded.version)} beside mendq.config, or pass the workers' own module as the option "bullmq".`,
    context,
  );
}

/** The part of a version before the first dot. */
export function majorOf(version: string): string {
  return version.split('.', 1)[0] ?? version;
}

/** The error for a queue that carries no version and that BullMQ 5 or later did not write. */
export function originError(queue: string, origin: string): MendqError {
  if (origin === 'bull') {
    const hint = 'Heal it after its producers and workers have moved to BullMQ, under another queue name or prefix; until then leave it out of the configuration.';
    return wrongVersion(queue, 'it is a queue of Bull 3/4, which mendq does not speak', hint, { origin: 'Bull 3/4' });
  }
  if (origin === 'early') {
    return wrongVersion(queue, 'it is worked on by a BullMQ before 5', 'Update bullmq in its producers and workers: 5.66.0 or later, or 6.2.0 or later.', { origin: 'BullMQ before 5' });
  }
  return wrongVersion(queue, 'several versions of bullmq write to it in turn', 'Wait for the deployment of its producers to end, or stop the old ones.', {});
}
