import { afterEach, describe, expect, it } from 'vitest';
import { heal } from '../../src/actions/heal.ts';
import type { MemoryQueue } from '../../src/queues/memory/memory.ts';
import { openBench, type Bench } from '../fixtures/bench.ts';
import { shipments, shipping } from '../fixtures/shipments.ts';

let bench: Bench;
let queue: MemoryQueue;
afterEach(() => bench.close());

async function oneDeadLetter(jobs: Parameters<typeof shipments>[1]): Promise<void> {
  bench = await openBench((clock) => [(queue = shipments(clock, jobs))]);
  queue.add('ship', { key: 'a', express: 'TRUE', amount: 1 });
  await queue.work(shipping());
}

const pass = () => heal(bench.house, {}, bench.emit);

describe('the guard', () => {
  it('asks the business database with the repaired payload, at the moment of the replay', async () => {
    const asked: unknown[] = [];
    await oneDeadLetter({ fulfilled: (shipment) => { asked.push(shipment); return false; } });
    await pass();
    expect(asked.at(-1)).toEqual({ key: 'a', express: true, amount: 1 });
    expect(queue.messages('waiting').size).toBe(1);
  });

  it.each([
    ['throws', () => { throw new Error('database down'); }, 'fulfilment-failed'],
    ['answers nonsense', () => 'maybe' as never, 'fulfilment-failed'],
    ['says that it is in progress', () => 'in-progress' as const, 'fulfilment-in-progress'],
  ])('holds a letter and never replays it while the hook %s', async (_, fulfilled, hold) => {
    await oneDeadLetter({ fulfilled });
    for (let time = 0; time < 3; time += 1) {
      await pass();
      await bench.clock.advance(30_000);
    }
    expect(queue.replays.size).toBe(0);
    const [record] = await bench.ledger.list({});
    expect([record?.state, record?.hold]).toEqual(['planned', hold]);
  });

  it('holds a letter while the hook hangs, and goes on', async () => {
    await oneDeadLetter({ fulfilled: () => new Promise(() => undefined) });
    const ended = new AbortController();
    const running = pass().finally(() => { ended.abort(); });
    while (!ended.signal.aborted) {
      await bench.clock.advance(1000);
      await new Promise((resolve) => { setImmediate(resolve); });
    }
    await running;
    expect(queue.replays.size).toBe(0);
    expect((await bench.ledger.list({}))[0]?.why).toBe('fulfilled gave no answer within 5000 ms');
  });

  it('replays once the hook answers again', async () => {
    let works = false;
    await oneDeadLetter({ fulfilled: () => { if (!works) throw new Error('database down'); return false; } });
    await pass();
    works = true;
    await bench.clock.advance(30_000);
    await pass();
    expect(queue.messages('waiting').size).toBe(1);
  });

  it('holds a letter while its source is on the blocklist, and no longer', async () => {
    await oneDeadLetter({ source: () => ({ kind: 'tenant', value: 'evil' }) });
    const now = bench.clock.now();
    await bench.ledger.block([{ kind: 'tenant', value: 'evil', reason: 'junk', letter: 'letter_x', blockedAt: now, expiresAt: new Date(now.getTime() + 40_000) }]);
    await pass();
    expect((await bench.ledger.list({}))[0]).toMatchObject({ state: 'planned', hold: 'source-blocked', why: expect.stringContaining('on the blocklist until') as string });
    await bench.clock.advance(30_000);
    await pass();
    expect(queue.replays.size).toBe(0);
    await bench.clock.advance(30_000);
    await pass();
    expect(queue.replays.size).toBe(1);
  });

  it.each([
    ['database', ['healed', 'escalated']],
    ['none', ['healed', 'healed']],
  ] as const)('does a piece of work once where no hook tells, with effects %s', async (effects, states) => {
    bench = await openBench((clock) => [(queue = shipments(clock, { effects }))]);
    for (const id of ['1', '2']) queue.add('ship', { key: 'same', express: 'TRUE', amount: 1 }, { id });
    await queue.work(shipping());
    for (let time = 0; time < 3; time += 1) {
      await pass();
      await queue.work(shipping());
      await bench.clock.advance(30_000);
    }
    await pass();
    expect((await bench.ledger.list({})).map(({ state }) => state).toSorted()).toEqual([...states].toSorted());
  });

  it('stops asking a hook that fails ten times in a row, for the rest of the batch', async () => {
    let asked = 0;
    bench = await openBench((clock) => [(queue = shipments(clock, { fulfilled: () => { asked += 1; throw new Error('database down'); } }))]);
    for (let index = 0; index < 50; index += 1) queue.add('ship', { key: `k${index}`, express: 'TRUE', amount: 1 });
    await queue.work(shipping());
    await pass();
    expect(asked).toBeLessThanOrEqual(20);
    expect(queue.replays.size).toBe(0);
    expect((await bench.ledger.list({ limit: 50 })).every(({ hold }) => hold === 'fulfilment-failed')).toBe(true);
  });

  it('escalates where idempotencyKey throws, since nothing would keep two letters of one work apart', async () => {
    await oneDeadLetter({ idempotencyKey: () => { throw new Error('no key'); } });
    await pass();
    expect((await bench.ledger.list({}))[0]).toMatchObject({ state: 'escalated', why: 'idempotencyKey threw: no key' });
  });
});
