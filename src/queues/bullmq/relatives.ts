import type { LetterWait, ReplayOrder, ReplayReceipt } from '../contract.ts';

/** What BullMQ fails a parent with, around the key of the child that failed. */
const CHILD_FAILED = /^child (.+) failed$/;

/** The key that a parent's failure names as its failed child; `undefined` where the failure is another. Not proved by this text. */
export function failedChildKey(reason: string): string | undefined {
  return reason.length > 1000 ? undefined : CHILD_FAILED.exec(reason)?.[1];
}

/** A job as people know it, from BullMQ's key `<prefix>:<queue>:<id>`, or `<queue>:<id>` where `prefix` is empty. */
export function describeKey(key: string, prefix = ''): string {
  const rest = prefix !== '' && key.startsWith(`${prefix}:`) ? key.slice(prefix.length + 1) : key;
  const colon = rest.indexOf(':');
  return colon < 0 ? `job ${rest}` : `job ${rest.slice(colon + 1)} of queue ${rest.slice(0, colon)}`;
}

/** A child that keeps its parent from being replayed. */
export interface OpenChild {
  /** For people. */
  readonly name: string;
  /** `gone`: the job is not there any more, so that it can never complete. */
  readonly state: 'failed' | 'unfinished' | 'gone';
}

/** Whether the parent waits, or waits in vain, in words. `undefined` where no child is open. */
export function waitOf(children: readonly OpenChild[], total: number): LetterWait | undefined {
  if (children.length === 0) return undefined;
  const gone = children.find(({ state }) => state === 'gone');
  if (gone !== undefined) {
    return { kind: 'refused', why: `its child, ${gone.name}, failed and is no longer there, so that BullMQ would never let it complete; bring the child back (mendq restore), or add the flow anew` };
  }
  const failed = children.find(({ state }) => state === 'failed') ?? children[0];
  const others = total > 1 ? ` and ${total - 1} more` : '';
  return { kind: 'waiting', why: `it waits for its children: ${failed?.name ?? ''} (${failed?.state ?? ''})${others}` };
}

/** Says of the orders that were found waiting what they wait for, as `ask` tells by the ids of their jobs. */
export async function explainWaits(
  orders: readonly ReplayOrder[],
  receipts: readonly ReplayReceipt[],
  ask: (ids: readonly string[]) => Promise<readonly (LetterWait | undefined)[]>,
): Promise<readonly ReplayReceipt[]> {
  const waiting = orders.flatMap(({ messageId }, index) => (receipts[index]?.kind === 'waiting' ? [messageId] : []));
  if (waiting.length === 0) return receipts;
  const answers = await ask(waiting);
  const found = new Map(waiting.map((id, place) => [id, answers[place]]));
  return receipts.map((receipt, index) => (receipt.kind === 'waiting' ? (found.get(orders[index]?.messageId ?? '') ?? receipt) : receipt));
}
