import type { QueueAdapter } from '../contract.ts';

/** What either of BullMQ's two stores does for a queue. The adapter adds its name and its promises. */
export type BullmqBackend = Pick<
  QueueAdapter,
  'check' | 'read' | 'look' | 'replay' | 'remove' | 'restore' | 'progress' | 'wakeups' | 'close'
>;
