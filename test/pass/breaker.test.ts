import { afterEach, expect, it } from 'vitest';
import { heal } from '../../src/actions/heal.ts';
import type { MemoryQueue } from '../../src/queues/memory/memory.ts';
import { openBench, type Bench } from '../fixtures/bench.ts';
import { down, shipments, shipping } from '../fixtures/shipments.ts';

let bench: Bench;
let queue: MemoryQueue;
afterEach(() => bench.close());

const pass = () => heal(bench.house, {}, bench.emit);

async function deadShipments(count: number): Promise<void> {
  bench = await openBench((clock) => [(queue = shipments(clock))]);
  for (let index = 0; index < count; index += 1) queue.add('ship', { key: `k${index}`, express: true, amount: 1 });
  await queue.work(down);
}

it('meets a service that is still down with one letter, not with all', async () => {
  await deadShipments(50);
  await pass();
  await bench.clock.advance(60_000);
  expect(await pass()).toMatchObject({ replayed: 1 });
});

it('goes 1, 10, 100 and then all once the replays succeed', async () => {
  await deadShipments(150);
  await pass();
  await bench.clock.advance(60_000);
  const steps: number[] = [];
  for (let time = 0; time < 4; time += 1) {
    steps.push((await pass()).replayed);
    await queue.work(shipping());
    await pass().then(({ replayed }) => { if (replayed > 0) steps.push(replayed); });
    await queue.work(shipping());
  }
  expect(steps.filter((step) => step > 0)).toEqual([1, 10, 100, 39]);
});

it('stops a group whose replays die again, and escalates the rest', async () => {
  await deadShipments(30);
  for (let time = 0; time < 12; time += 1) {
    await pass();
    await queue.work(down);
    await bench.clock.advance(3_600_000);
  }
  const opened = bench.events.filter(({ name }) => name === 'breaker-opened');
  expect(opened.length).toBeGreaterThan(0);
  expect(queue.replays.size).toBeLessThan(30);
  expect((await bench.ledger.list({ limit: 1000, states: ['planned', 'claimed', 'intent', 'replayed'] })).length).toBe(0);
});
