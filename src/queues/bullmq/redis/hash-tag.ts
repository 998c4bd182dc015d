import { configError } from '../../../core/errors.ts';

/**
 * Refuses a queue whose keys would lie all over a cluster: only the part between the first `{` and the next `}` decides
 * about the place of a key. Throws `MENDQ_E_CONFIG`.
 */
export function assertHashTag(prefix: string, queue: string): void {
  const base = `${prefix}:${queue}:`;
  const opening = base.indexOf('{');
  const closing = base.indexOf('}', opening);
  if (opening >= 0 && closing > opening + 1) return;
  throw configError(
    `queue ${queue}`,
    `on a Redis Cluster the prefix needs a hash tag, and ${JSON.stringify(prefix)} has none`,
    `Set prefix to ${JSON.stringify(`{${prefix.replaceAll(/[{}]/g, '') || 'bull'}}`)} here, in every Queue and in every Worker of this queue.`,
  );
}
