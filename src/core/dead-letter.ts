import { sha256 } from './hash.ts';
import type { Json } from './json.ts';

/** Identifies one death of one message: `letter_` and 24 hex digits of the hash of (queue, message id, epoch). */
export type LetterId = string;

/** What makes a dead letter one of its kind. */
export interface LetterKey {
  /** Name of the main queue, as the configuration spells it. */
  readonly queue: string;
  /** The broker's id of the message (BullMQ: job id). */
  readonly messageId: string;
  /** Changes each time a message with this id dies again. BullMQ: `timestamp:attemptsStarted:finishedOn`. */
  readonly epoch: string;
}

/** The id of the letter with this key. Equal keys give equal ids on every machine and release. */
export function letterIdOf(key: LetterKey): LetterId {
  return `letter_${sha256(key.queue, key.messageId, key.epoch).slice(0, 24)}`;
}

/** How the broker says that the message failed, as it says it. Attacker-controlled text: bounded and never interpreted. */
export interface FailureReport {
  /** The last error's message; `''` where the broker carries none. */
  readonly reason: string;
  /** One entry a failed attempt, oldest first, each a whole stack text. */
  readonly stack: readonly string[];
  /** When the last attempt failed. */
  readonly at: Date;
}

/** A letter as an adapter reads it: nothing interpreted, nothing dropped. */
export interface RawLetter extends LetterKey {
  readonly broker: string;
  /** Job name, message type or routing key. */
  readonly name: string;
  /** The body, byte for byte. Empty where `oversize` is set. */
  readonly body: Uint8Array;
  /** Set, in bytes, where the body is above the reading limit and was therefore not loaded. */
  readonly oversize?: number;
  /** Why nobody can tell what the message is (a copy in an unknown wrapper), as half a sentence: a person decides, whatever else is known. */
  readonly unclear?: string;
  /** Every other field that the broker keeps of the message, so that a restored letter is the same byte for byte. */
  readonly headers: Readonly<Record<string, Json>>;
  readonly failure: FailureReport;
  /** Attempts that ended, as the broker counts them. */
  readonly attempts: number;
  /** How the broker will drop the letter by itself (`removeOnFail {"count":100}`); absent where it keeps it until it is removed. */
  readonly retention?: string;
  /** When the message was first published; two messages that reuse an id differ in it. */
  readonly enqueuedAt: Date;
}

/** A letter that mendq can reason about. */
export interface DeadLetter extends RawLetter {
  readonly id: LetterId;
  /** The parsed body; `undefined` where it is not JSON. */
  readonly payload: Json | undefined;
  /** How often mendq has replayed this message before this death. Survives the broker's counters being reset. */
  readonly round: number;
}
