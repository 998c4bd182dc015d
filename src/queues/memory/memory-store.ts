import { EventEmitter } from 'node:events';
import type { Clock } from '../../core/clock.ts';
import type { RemoveOrder } from '../contract.ts';
import { toRawLetter, type Message } from './messages.ts';

/** What a memory queue is made of. */
export interface MemoryStore {
  readonly name: string;
  readonly clock: Clock;
  readonly messages: Map<string, Message>;
  /** How often each replay id was carried out. */
  readonly replays: Map<string, number>;
  /** When each order was carried out first: the broker's own record. */
  readonly records: Map<string, Date>;
  /** Emits `hint` with a wake-up. */
  readonly hints: EventEmitter;
}

/** An empty store. */
export function memoryStore(name: string, clock: Clock): MemoryStore {
  return { name, clock, messages: new Map(), replays: new Map(), records: new Map(), hints: new EventEmitter() };
}

/** The message that an order speaks of, only while it still is that dead letter with that body. */
export function fencedMessage(store: MemoryStore, order: Omit<RemoveOrder, 'removeId'>): Message | undefined {
  const message = store.messages.get(order.messageId);
  if (message?.state !== 'failed' || toRawLetter(store.name, message).epoch !== order.epoch) return undefined;
  return Buffer.compare(message.body, order.original) === 0 ? message : undefined;
}
