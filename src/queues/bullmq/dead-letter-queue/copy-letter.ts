import type { RawLetter } from '../../../core/dead-letter.ts';
import { toMoment } from '../epoch.ts';
import type { ResolvedReading } from './resolve.ts';
import type { StoredCopy } from './stored-copy.ts';

/** The name of a queue and the longest body that is given, in bytes. */
export interface LetterLimits {
  readonly name: string;
  readonly payloadBytes: number;
}

/**
 * The letter that a copy is. Its message is the job that the copy was made of, so that the rounds of one job are
 * counted together however often it is copied; its epoch ends with the copy's own id. `undefined` where it is none of
 * this queue's.
 */
export function toLetter(copy: StoredCopy, reading: ResolvedReading, limits: LetterLimits): RawLetter | undefined {
  if (reading.kind === 'elsewhere') return undefined;
  if (copy.oversize !== undefined) return { ...unreadLetter(copy, limits), body: new Uint8Array(), oversize: copy.oversize };
  if (reading.kind === 'unclear') return { ...unreadLetter(copy, limits), body: copy.data, unclear: reading.why };
  const { id, name, failure, addedAt } = reading.original;
  const body = Buffer.from(reading.original.body, 'utf8');
  return {
    ...unreadLetter(copy, limits),
    messageId: id,
    name,
    ...(body.byteLength > limits.payloadBytes ? { body: new Uint8Array(), oversize: body.byteLength } : { body }),
    failure: { reason: failure.reason ?? '', stack: failure.stack ?? [], at: failure.at ?? copiedAt(copy) },
    attempts: failure.attempts ?? 0,
    // The same for every copy of one job, so that none of its deaths looks like another job's.
    enqueuedAt: addedAt ?? new Date(0),
  };
}

/** The letter of a copy of which nothing is known but that it is there. */
function unreadLetter(copy: StoredCopy, { name: queue }: LetterLimits): Omit<RawLetter, 'body'> {
  const failure = { reason: '', stack: [], at: copiedAt(copy) };
  const { id: messageId, name, headers } = copy;
  return { queue, broker: 'bullmq', messageId, epoch: `${copy.epoch}:${messageId}`, name, headers, failure, attempts: 0, enqueuedAt: copiedAt(copy) };
}

function copiedAt({ timestamp }: StoredCopy): Date {
  return toMoment(timestamp) ?? new Date(0);
}

/** The copy's own part of a letter's epoch, and the copy's id. */
export function copyOf(letter: { readonly epoch: string }): { readonly epoch: string; readonly id: string } {
  const parts = letter.epoch.split(':');
  return { epoch: parts.slice(0, 3).join(':'), id: parts.slice(3).join(':') };
}
