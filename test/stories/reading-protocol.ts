import type { Redis } from 'ioredis';
import type { QueueAdapter, QueueDefinition } from '../../src/queues/contract.ts';

/** What one complete reading of a queue gave, beside what was dead all the time meanwhile. */
export interface Reading {
  /** Deaths, as id and time, that were there before the reading and after it. */
  readonly there: ReadonlySet<string>;
  readonly read: readonly string[];
}

/** A definition whose readings are written down, each with a look at the failed set before and after it. */
export function withProtocol(definition: QueueDefinition, redis: Redis, failedKey: string): { readonly definition: QueueDefinition; readonly readings: readonly Reading[] } {
  const readings: Reading[] = [];
  const deaths = async (): Promise<ReadonlySet<string>> => {
    const flat = await redis.zrange(failedKey, 0, -1, 'WITHSCORES');
    return new Set(flat.flatMap((id, index) => (index % 2 === 0 ? [`${id} ${flat[index + 1]}`] : [])));
  };
  let before: ReadonlySet<string> = new Set();
  let read: string[] = [];
  const protocolled = (adapter: QueueAdapter): QueueAdapter => ({
    ...adapter,
    read: async (after, limit) => {
      if (after === undefined) {
        before = await deaths();
        read = [];
      }
      const page = await adapter.read(after, limit);
      read.push(...page.letters.map(({ messageId, headers }) => `${messageId} ${String(headers['finishedOn'])}`));
      if (page.next === undefined) {
        const now = await deaths();
        readings.push({ there: new Set([...before].filter((death) => now.has(death))), read });
      }
      return page;
    },
  });
  return { definition: { ...definition, open: async (environment) => protocolled(await definition.open(environment)) }, readings };
}
