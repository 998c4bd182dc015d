import { configError } from '../../../core/errors.ts';

/** On a cluster a replay touches both queues in one step, so their keys must lie in one place. Throws `MENDQ_E_CONFIG`. */
export function assertSameHashTag(queue: string, mainBase: string, copyBase: string): void {
  if (hashTagOf(mainBase) === hashTagOf(copyBase)) return;
  throw configError(
    `queue ${queue}`,
    'on a Redis Cluster the queue and its dead-letter queue need the same hash tag',
    `Give both the same prefix with braces, for example "{bull}": now their keys begin with ${mainBase} and ${copyBase}.`,
  );
}

/** The part of a key that decides where in a cluster it lies. */
function hashTagOf(base: string): string {
  const opening = base.indexOf('{');
  const closing = base.indexOf('}', opening);
  return opening >= 0 && closing > opening + 1 ? base.slice(opening + 1, closing) : base;
}
