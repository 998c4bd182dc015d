import type { Clock } from '../core/clock.ts';
import type { LetterKey, RawLetter } from '../core/dead-letter.ts';
import type { Finding } from '../core/finding.ts';
import type { AnyJobTypeOptions } from '../core/job-type-options.ts';
import type { ReplayProgress } from '../core/outcome.ts';
import type { ReplayAttempts } from '../core/plan.ts';

/** What a broker can prove. The pipeline promises no more than these flags. */
export interface Capabilities {
  /** A replay is one atomic step with a record of its own: `ambiguous` never happens, recovery can always tell. */
  readonly exactlyOnceReplay: boolean;
  /** Letters stay in the broker until they are replayed or removed; otherwise `custody` moves them to the ledger. */
  readonly lettersStayInBroker: boolean;
  /** The broker itself can deliver later. Where false, the ledger keeps the time and the letter waits where it is. */
  readonly delayedReplay: boolean;
  /** Success and failure of a replay can be observed. Where false a replay without a return counts as presumed. */
  readonly outcomeEvents: boolean;
}

/** Where a reading stopped. Opaque, valid for the adapter that gave it, also after a restart. */
export type Cursor = string;

/** A page of letters, oldest death first. */
export interface Page {
  readonly letters: readonly RawLetter[];
  /** Absent on the last page. */
  readonly next?: Cursor;
}

/** One replay, complete: sending the same order again must not replay twice. */
export interface ReplayOrder extends LetterKey {
  /** A pure function of (letter, round): the broker's record of the replay is kept under it. */
  readonly replayId: string;
  /** The body as it was read; the replay is refused as `superseded` where the broker now holds another. */
  readonly original: Uint8Array;
  /** The repaired body; absent where the original is sent again. */
  readonly repaired?: Uint8Array;
  readonly attempts: ReplayAttempts;
}

/** What became of a replay order. Receipts stand at the index of their order. */
export type ReplayReceipt =
  /** The message is back on its main queue, now or by an earlier sending of the same order. */
  | { readonly kind: 'done'; readonly at: Date; readonly earlier: boolean }
  /** The message is no longer this dead letter, and it was not this order that moved it. `gone`: the broker has no message of this id at all. */
  | { readonly kind: 'superseded'; readonly why: string; readonly gone?: true }
  /** The broker can't tell whether it happened. Never from adapters with `exactlyOnceReplay`. */
  | { readonly kind: 'ambiguous'; readonly why: string }
  /** Other messages have to finish first (the children of a flow); nothing was changed. The order may be sent again later. */
  | { readonly kind: 'waiting'; readonly why: string }
  /** Another live message stands for the same work (it owns the deduplication key); nothing was changed. A person decides. */
  | { readonly kind: 'conflict'; readonly why: string }
  /** The broker refuses this letter for good; nothing was changed. */
  | { readonly kind: 'refused'; readonly why: string };

/** That a letter can't be replayed now because of other messages: `waiting` until they have finished, `refused` where they never will. */
export type LetterWait = Extract<ReplayReceipt, { readonly kind: 'waiting' | 'refused' }>;

/** One removal, compare-and-set like a replay. */
export interface RemoveOrder extends LetterKey {
  readonly removeId: string;
  readonly original: Uint8Array;
}

/** What became of a remove order. */
export type RemoveReceipt =
  | { readonly kind: 'done'; readonly at: Date; readonly earlier: boolean }
  | { readonly kind: 'superseded'; readonly why: string; readonly gone?: true }
  | { readonly kind: 'refused'; readonly why: string };

/** One replay to take back. */
export interface RecallOrder {
  /** The dead letter as it was read: what is put back. */
  readonly letter: RawLetter;
  readonly replayId: string;
  /** The body that the replay wrote; absent where the original was sent again. */
  readonly repaired?: Uint8Array;
}

/** What became of a recall order. Receipts stand at the index of their order. */
export type RecallReceipt =
  /** The message is the dead letter that it was, now or by an earlier sending of the same order. The replay's record is gone. */
  | { readonly kind: 'done'; readonly at: Date; readonly earlier: boolean }
  /** The replay no longer waits: it has started or finished, or somebody else acted on it. Nothing was changed. */
  | { readonly kind: 'superseded'; readonly why: string }
  /** The broker can't put this letter back as it was; nothing was changed. */
  | { readonly kind: 'refused'; readonly why: string };

/** A replay whose outcome is asked for. */
export interface ReplayReference extends LetterKey {
  readonly replayId: string;
  readonly replayedAt: Date;
}

/** A hint that something happened; the read is the truth, so a lost or repeated hint does no harm. */
export type WakeUp = 'letter' | 'outcome';

/** A queue with its dead letters. Methods reject with a `MendqError` where the broker can't be reached; the call may be repeated. */
export interface QueueAdapter {
  /** The main queue's name. */
  readonly name: string;
  readonly broker: string;
  readonly capabilities: Capabilities;
  /** Looks for settings that would lose letters or keep mendq from working. Changes nothing. */
  check(): Promise<readonly Finding[]>;
  /** How many of the newest dead and of the next waiting messages have which name, from a sample of each. Absent where that would take messages. */
  names?(): Promise<ReadonlyMap<string, number>>;
  /**
   * Reads dead letters, oldest first, at most `limit` of them. Starting without a cursor and following `next`
   * gives every letter that stays dead meanwhile exactly once, under concurrent change. Changes nothing.
   * Bodies above the reading limit come with `oversize` instead of a body.
   */
  read(after?: Cursor, limit?: number): Promise<Page>;
  /** The present dead letter of each message, at the index of its id; `undefined` where the message is not dead now. */
  look(messageIds: readonly string[]): Promise<readonly (RawLetter | undefined)[]>;
  /**
   * What each letter waits for now (the children of a flow), at its index; `undefined` where a replay would be tried.
   * Absent where messages don't wait for each other. Changes nothing.
   */
  waits?(letters: readonly LetterKey[]): Promise<readonly (LetterWait | undefined)[]>;
  /** RabbitMQ, SQS: gives letters up to the ledger, after it has them. Repeating it does no harm. */
  custody?(letters: readonly RawLetter[]): Promise<void>;
  /**
   * Puts letters back on their main queue: each order is one atomic step that checks that the message still is this
   * dead letter with this body, writes the new body, resets the attempts, re-enqueues and records the replay id.
   * Sending an order twice replays once; the second receipt is `done` with `earlier`.
   */
  replay(orders: readonly ReplayOrder[]): Promise<readonly ReplayReceipt[]>;
  /** Removes letters from the queue, each only while it still is this dead letter with this body. */
  remove(orders: readonly RemoveOrder[]): Promise<readonly RemoveReceipt[]>;
  /**
   * Puts archived letters back as the dead letters they were, byte for byte, each only where no message has its id now.
   * Nothing runs by it. Receipts stand at the index of their letter; an earlier restore of the same letter counts as `done`.
   */
  restore(letters: readonly RawLetter[]): Promise<readonly RemoveReceipt[]>;
  /**
   * Takes replayed messages back that no worker has started: each order is one atomic step that checks that the message
   * still waits as this replay left it, makes it the dead letter that it was, byte for byte, and forgets the replay, so
   * that the same (letter, round) can be replayed later. A deduplication key is left as it is.
   */
  recall(orders: readonly RecallOrder[]): Promise<readonly RecallReceipt[]>;
  /** Why the broker could not keep this body, in words; `undefined` where it could. Absent where it keeps any bytes. */
  unstorable?(body: Uint8Array): string | undefined;
  /** How each replay stands, at the index of its reference. Reads the message, and the event log where the message is gone. */
  progress(replays: readonly ReplayReference[]): Promise<readonly ReplayProgress[]>;
  /** Yields a hint at each death and each completion until `signal` is aborted. Survives reconnects; never rejects. */
  wakeups(signal: AbortSignal): AsyncIterable<WakeUp>;
  /** Gives back every connection that the adapter opened; those it was given stay open. May be called twice. */
  close(): Promise<void>;
}

/** What an adapter gets when it is opened. */
export interface QueueEnvironment {
  readonly clock: Clock;
  /** Bodies above this many bytes are not loaded. */
  readonly payloadBytes: number;
  /** The folder of the configuration file, from where the user's own packages are found. */
  readonly directory: string;
}

/** A queue as the configuration names it. Plain data: nothing connects before `open`. */
export interface QueueDefinition {
  /** The queue's name; for a definition with `expand`, the pattern. */
  readonly name: string;
  readonly broker: string;
  /** By job name; `'*'` for all others. */
  readonly jobs: Readonly<Record<string, AnyJobTypeOptions>>;
  /** Connects and checks versions. Rejects with a `MendqError` that names the queue and says what to do. */
  open(environment: QueueEnvironment): Promise<QueueAdapter>;
  /** Other queues that belong to this one, as its own dead-letter queues. No pattern takes them. */
  readonly sideQueues?: readonly string[];
  /** Only where the name is a pattern: whether a queue of this name belongs to it. */
  readonly matches?: (queue: string) => boolean;
  /**
   * Only where the name is a pattern: the queues that match it now, each as a definition of its own with these `jobs`.
   * Called before each pass, so that queues which appear later are found. Rejects like `open`; `open` itself is not called.
   */
  readonly expand?: (environment: QueueEnvironment) => Promise<readonly QueueDefinition[]>;
}
