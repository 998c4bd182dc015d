import { afterEach, describe, expect, it } from 'vitest';
import { heal } from '../../src/actions/heal.ts';
import type { MemoryQueue } from '../../src/queues/memory/memory.ts';
import { openBench, type Bench } from '../fixtures/bench.ts';
import { shipments } from '../fixtures/shipments.ts';

let bench: Bench;
let queue: MemoryQueue;
afterEach(() => bench.close());

const pass = () => heal(bench.house, {}, bench.emit);

/** A letter that was replayed once, died again by a rollback of the broker, and whose removal was cut short. */
async function interruptedRemoval(intent: 'remove' | undefined): Promise<string> {
  bench = await openBench((clock) => [(queue = shipments(clock))]);
  queue.add('ship', { key: 'a', express: 'TRUE', amount: 1 });
  await queue.work(() => { throw new Error('boom'); });
  await pass();
  const [record] = await bench.ledger.list({});
  const id = record?.id ?? '';
  const event = { type: 'archived', actor: 'mendq', detail: {} } as const;
  const abandoned = { owner: 'somebody who is gone', until: bench.clock.now() };
  await bench.ledger.transition([{ id, from: ['replayed'], to: 'seen', event: { type: 'rolled-back', actor: 'mendq', detail: {} } }], bench.clock.now());
  await bench.ledger.transition([{ id, from: ['seen'], to: 'intent', lease: abandoned, event, ...(intent === undefined ? {} : { intent }) }], bench.clock.now());
  return id;
}

describe('recovery', () => {
  it('finishes the removal of a letter that had been replayed before, and does not replay it', async () => {
    const id = await interruptedRemoval('remove');
    await bench.clock.advance(1);
    await pass();
    const [record] = await bench.ledger.list({ ids: [id] });
    expect(record?.replayId).toBeDefined();
    expect((await bench.ledger.archived([id])).length).toBe(1);
    expect((await bench.ledger.events(id)).filter(({ type }) => type === 'replayed')).toHaveLength(1);
    expect(['settled', 'superseded']).toContain(record?.state);
  });

  it('goes by the replay id where an earlier release wrote the intent', async () => {
    const id = await interruptedRemoval(undefined);
    await bench.clock.advance(1);
    await pass();
    expect((await bench.ledger.events(id)).filter(({ type }) => type === 'replayed')).toHaveLength(2);
    expect(await bench.ledger.archived([id])).toEqual([]);
  });
});
