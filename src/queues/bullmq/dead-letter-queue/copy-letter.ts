import type { RawLetter } from '../../../core/dead-letter.ts';
import { toMoment } from '../epoch.ts';
import type { ResolvedReading } from './resolve.ts';
import type { StoredCopy } from './stored-copy.ts';

/**
 * The letter that a copy is. Its message is the job that the copy was made of, so that the rounds of one job are
 * counted together however often it is copied; its epoch ends with the copy's own id. `undefined` where it is none of
 * this queue's.
 */
export function toLetter(copy: StoredCopy, reading: ResolvedReading, queue: string): RawLetter | undefined {
  if (reading.kind === 'elsewhere') return undefined;
  const shared = { queue, broker: 'bullmq', epoch: `${copy.epoch}:${copy.id}`, headers: copy.headers };
  const copiedAt = toMoment(copy.timestamp) ?? new Date(0);
  if (copy.oversize !== undefined || reading.kind === 'unclear') {
    return {
      ...shared,
      messageId: copy.id,
      name: copy.name,
      body: copy.oversize === undefined ? copy.data : new Uint8Array(),
      ...(copy.oversize === undefined ? {} : { oversize: copy.oversize }),
      ...(reading.kind === 'unclear' && copy.oversize === undefined ? { unclear: reading.why } : {}),
      failure: { reason: '', stack: [], at: copiedAt },
      attempts: 0,
      enqueuedAt: copiedAt,
    };
  }
  const { id, name, body, failure, addedAt } = reading.original;
  return {
    ...shared,
    messageId: id,
    name,
    body: Buffer.from(body, 'utf8'),
    failure: { reason: failure.reason ?? '', stack: failure.stack ?? [], at: failure.at ?? copiedAt },
    attempts: failure.attempts ?? 0,
    // The same for every copy of one job, so that none of its deaths looks like another job's.
    enqueuedAt: addedAt ?? new Date(0),
  };
}

/** The copy's own part of a letter's epoch, and the copy's id. */
export function copyOf(letter: { readonly epoch: string }): { readonly epoch: string; readonly id: string } {
  const parts = letter.epoch.split(':');
  return { epoch: parts.slice(0, 3).join(':'), id: parts.slice(3).join(':') };
}
