import type { RecallOrder, RecallReceipt } from '../../contract.ts';

/** A replay of a copy is not taken back: it consumed the copy and may have made a new job, whose old self is nowhere. */
export function noRecall(orders: readonly RecallOrder[]): readonly RecallReceipt[] {
  return orders.map(() => ({ kind: 'refused', why: "a letter of the application's own dead-letter queue can't be taken back: the replay has used its copy up; remove the waiting job by hand where it must not run" }));
}
