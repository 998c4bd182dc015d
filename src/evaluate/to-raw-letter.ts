import type { CorpusLetter } from '../core/corpus-letter.ts';
import type { RawLetter } from '../core/dead-letter.ts';
import { bareStack } from './bare-stack.ts';

/** How letters are read. */
export interface RawLetterOptions {
  /** Stands for what the letter does not say of times. */
  readonly now: Date;
  /** Tells letters of one message id apart. */
  readonly epoch: string;
  /** Bodies above this many bytes are not looked into, as when an adapter reads them. */
  readonly payloadBytes: number;
  readonly bareStacks: boolean;
}

/** A letter of a corpus as an adapter would have read it. */
export function toRawLetter(letter: CorpusLetter, { now, epoch, payloadBytes, bareStacks }: RawLetterOptions): RawLetter {
  const { id, queue, jobName, failedReason, messageId = id, broker = 'bullmq', headers = {} } = letter;
  const stacks = stacksOf(letter);
  const body = bodyOf(letter);
  const failedAt = letter.failedAt === undefined ? now : new Date(letter.failedAt);
  return {
    ...{ queue, messageId, epoch, broker, name: jobName, headers },
    ...(letter.unclear === undefined ? {} : { unclear: letter.unclear }),
    ...(body.byteLength > payloadBytes ? { body: new Uint8Array(), oversize: body.byteLength } : { body }),
    failure: { reason: failedReason, stack: bareStacks ? stacks.map(bareStack) : stacks, at: failedAt },
    attempts: letter.attemptsMade ?? Math.max(1, stacks.length),
    enqueuedAt: letter.enqueuedAt === undefined ? failedAt : new Date(letter.enqueuedAt),
  };
}

function bodyOf({ payload, body, bodyBase64 }: CorpusLetter): Uint8Array {
  if (bodyBase64 !== undefined) return Buffer.from(bodyBase64, 'base64');
  return new TextEncoder().encode(body ?? JSON.stringify(payload ?? null));
}

function stacksOf({ stacktrace = [] }: CorpusLetter): readonly string[] {
  if (typeof stacktrace !== 'string') return stacktrace;
  return stacktrace === '' ? [] : [stacktrace];
}
