import type { Json } from '../../src/core/json.ts';
import type { QueueAdapter } from '../../src/queues/contract.ts';

/** A queue of the broker under test, empty at first, with the hands of its producers, workers and operators. */
export interface QueueUnderTest {
  readonly adapter: QueueAdapter;
  /** Another adapter on the same queue, as a second process would have it. */
  openAnother(): Promise<QueueAdapter>;
  /** Makes a message die with all its attempts used up. */
  die(id: string, payload: Json): Promise<void>;
  /** Runs the next waiting message once. Returns its id and payload, `undefined` where none waits. */
  run(outcome: 'complete' | 'fail'): Promise<{ readonly id: string; readonly payload: Json } | undefined>;
  /** Puts a dead message back as an operator would, without mendq. */
  retryByHand(id: string): Promise<void>;
  /** Changes the body of a message as somebody else would. */
  changeBody(id: string, payload: Json): Promise<void>;
  /** Where a message is. */
  whereabouts(id: string): Promise<'waiting' | 'completed' | 'failed' | 'gone'>;
  close(): Promise<void>;
}

/** Makes a test on a fresh queue. */
export type OnQueue = (name: string, work: (queue: QueueUnderTest) => Promise<void>, options?: { readonly payloadBytes?: number }) => void;
