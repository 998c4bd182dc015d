import type { RawLetter } from '../core/dead-letter.ts';
import type { QueueAdapter } from '../queues/contract.ts';

/** A queue's dead letters page by page, at most `limit` in each, oldest first, until `signal` is aborted. The first page is always read. */
export async function* queuePages(queue: QueueAdapter, limit: number, signal?: AbortSignal): AsyncGenerator<readonly RawLetter[]> {
  let cursor: string | undefined;
  for (;;) {
    const page = await queue.read(cursor, limit);
    yield page.letters;
    if (page.next === undefined || signal?.aborted === true) return;
    cursor = page.next;
  }
}
