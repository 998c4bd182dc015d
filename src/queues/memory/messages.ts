import type { RawLetter } from '../../core/dead-letter.ts';

/** A message of a memory queue. */
export interface Message {
  readonly id: string;
  readonly name: string;
  body: Uint8Array;
  readonly enqueuedAt: Date;
  readonly maximumAttempts: number;
  state: 'waiting' | 'failed' | 'completed';
  attemptsMade: number;
  attemptsStarted: number;
  finishedOn: number;
  startedAt?: Date;
  reason: string;
  stack: string[];
}

/** The message as a dead letter; a body above `payloadBytes` bytes is left out. */
export function toRawLetter(queue: string, message: Message, payloadBytes = Infinity): RawLetter {
  const isOversize = message.body.byteLength > payloadBytes;
  return {
    queue,
    broker: 'memory',
    messageId: message.id,
    epoch: `${message.enqueuedAt.getTime()}:${message.attemptsStarted}:${message.finishedOn}`,
    name: message.name,
    body: isOversize ? new Uint8Array() : message.body,
    ...(isOversize ? { oversize: message.body.byteLength } : {}),
    headers: { maximumAttempts: message.maximumAttempts, attemptsStarted: message.attemptsStarted, finishedOn: message.finishedOn },
    failure: { reason: message.reason, stack: message.stack, at: new Date(message.finishedOn) },
    attempts: message.attemptsMade,
    enqueuedAt: message.enqueuedAt,
  };
}

/** The reverse of `toRawLetter`. */
export function toMessage(letter: RawLetter): Message {
  return {
    id: letter.messageId,
    name: letter.name,
    body: letter.body,
    enqueuedAt: letter.enqueuedAt,
    maximumAttempts: Number(letter.headers['maximumAttempts']),
    state: 'failed',
    attemptsMade: letter.attempts,
    attemptsStarted: Number(letter.headers['attemptsStarted']),
    finishedOn: Number(letter.headers['finishedOn']),
    reason: letter.failure.reason,
    stack: [...letter.failure.stack],
  };
}
