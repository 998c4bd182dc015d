import { redactedError } from '../core/redacted-error.ts';
import type { RedactorFor } from '../core/redactor.ts';
import type { QueueAdapter } from '../queues/contract.ts';

type Hide = (text: string) => string;

/**
 * The queue, except that what it says of letters (its receipts and the errors with which orders reject) tells no value
 * that stands at a redacted place of them: servers and drivers quote what they refuse.
 */
export function discreetQueue(queue: QueueAdapter, redactorFor: RedactorFor): QueueAdapter {
  const hideFor = (bodies: readonly (Uint8Array | undefined)[]): Hide => redactorFor({ queue: queue.name, body: new Uint8Array() }, ...bodies).text;
  const said: Partial<QueueAdapter> = {
    replay: (orders) => discreetly(queue.replay(orders), hideFor(orders.flatMap(({ original, repaired }) => [original, repaired]))),
    remove: (orders) => discreetly(queue.remove(orders), hideFor(orders.map(({ original }) => original))),
    recall: (orders) => discreetly(queue.recall(orders), hideFor(orders.flatMap(({ letter, repaired }) => [letter.body, repaired]))),
    restore: (letters) => discreetly(queue.restore(letters), hideFor(letters.map(({ body }) => body))),
  };
  return new Proxy(queue, {
    get: (target, name) => {
      const value: unknown = Reflect.get(said, name) ?? Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) as unknown : value;
    },
  });
}

async function discreetly<Receipt extends { readonly kind: string }>(answer: Promise<readonly Receipt[]>, hide: Hide): Promise<readonly Receipt[]> {
  try {
    return (await answer).map((receipt) => ('why' in receipt && typeof receipt.why === 'string' ? { ...receipt, why: hide(receipt.why) } : receipt));
  } catch (error) {
    throw redactedError(error, hide);
  }
}
