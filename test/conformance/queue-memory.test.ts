import type { Json } from '../../src/core/json.ts';
import { memory } from '../../src/queues/memory/memory.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';
import { describeQueueAdapter, type QueueUnderTest } from './queue-suite.ts';

const fail = (): never => {
  throw new Error('down');
};

async function memoryQueue(payloadBytes = 1_000_000): Promise<QueueUnderTest> {
  const clock = manualClock();
  const queue = memory('conformance', { clock });
  const open = () => queue.open({ clock, payloadBytes, directory: '.' });
  return {
    adapter: await open(),
    openAnother: open,
    die: async (id, payload) => {
      queue.add('job', payload, { id, attempts: 3 });
      for (let attempt = 0; attempt < 3; attempt += 1) await queue.workOnce(fail);
      await clock.advance(1);
    },
    run: async (outcome) => {
      const ran = await queue.workOnce(outcome === 'complete' ? () => undefined : fail);
      await clock.advance(1);
      return ran === undefined ? undefined : { id: ran.id, payload: JSON.parse(Buffer.from(ran.body).toString('utf8')) as Json };
    },
    retryByHand: async (id) => void queue.retry(id),
    changeBody: async (id, payload) => void queue.change(id, payload),
    whereabouts: async (id) => (['waiting', 'completed', 'failed'] as const).find((state) => queue.messages(state).has(id)) ?? 'gone',
    close: async () => undefined,
  };
}

describeQueueAdapter({
  name: 'memory',
  start: async () => undefined,
  stop: async () => undefined,
  queue: async (options) => memoryQueue(options?.payloadBytes),
});
