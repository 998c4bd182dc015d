import type { QueueAdapter } from '../contract.ts';

/** What either of BullMQ's two stores does for a queue. The adapter adds its name and its promises. */
export type BullmqBackend = Pick<
  QueueAdapter,
  'check' | 'names' | 'read' | 'look' | 'waits' | 'replay' | 'remove' | 'restore' | 'recall' | 'unstorable' | 'progress' | 'wakeups' | 'close'
>;
