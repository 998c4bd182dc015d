import { describe, expect, it } from 'vitest';
import type { ReplayOrder } from '../../../src/queues/contract.ts';
import { memory, type MemoryQueue } from '../../../src/queues/memory/memory.ts';
import { manualClock } from '../../../src/testing/manual-clock.ts';

async function deadQueue(count: number): Promise<{ queue: MemoryQueue; adapter: Awaited<ReturnType<MemoryQueue['open']>> }> {
  const clock = manualClock();
  const queue = memory('invoices', { clock });
  for (let index = 0; index < count; index += 1) {
    queue.add('parse', { index });
    await queue.work(() => { throw new Error('down'); });
    await clock.advance(1);
  }
  return { queue, adapter: await queue.open({ clock, payloadBytes: 1024, directory: '.' }) };
}

describe('memory queue', () => {
  it('lets a job die after its attempts and reads the dead oldest first, page by page', async () => {
    const { adapter } = await deadQueue(5);
    const first = await adapter.read(undefined, 2);
    const second = await adapter.read(first.next, 2);
    const third = await adapter.read(second.next, 2);
    expect([first, second, third].flatMap(({ letters }) => letters.map(({ messageId }) => messageId))).toEqual(['1', '2', '3', '4', '5']);
    expect(third.next).toBeUndefined();
    expect(first.letters[0]?.attempts).toBe(5);
    expect(first.letters[0]?.failure.stack).toHaveLength(5);
  });

  it('replays an order once however often it is sent, and refuses a stale one', async () => {
    const { queue, adapter } = await deadQueue(1);
    const [letter] = (await adapter.read()).letters;
    if (letter === undefined) throw new Error('no letter');
    const order: ReplayOrder = { queue: 'invoices', messageId: letter.messageId, epoch: letter.epoch, replayId: 'r', original: letter.body, attempts: 'single' };
    expect(await adapter.replay([order])).toMatchObject([{ kind: 'done', earlier: false }]);
    expect(await adapter.replay([order])).toMatchObject([{ kind: 'done', earlier: true }]);
    expect(await queue.work(() => { throw new Error('down again'); })).toBe(1);
    expect(await adapter.replay([{ ...order, replayId: 'other' }])).toMatchObject([{ kind: 'superseded' }]);
    expect(queue.replays.get('r')).toBe(1);
  });
});
