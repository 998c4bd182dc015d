import { afterEach, expect, it } from 'vitest';
import { heal } from '../../src/actions/heal.ts';
import { resume } from '../../src/actions/resume.ts';
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

it('waits out an outage with single trials, and heals all once it is over', async () => {
  await deadShipments(30);
  for (let time = 0; time < 8; time += 1) {
    await pass();
    await queue.work(down);
    await bench.clock.advance(600_000);
  }
  expect(bench.events.some(({ name }) => name === 'breaker-opened')).toBe(true);
  expect(queue.replays.size).toBeLessThanOrEqual(8);
  for (let time = 0; time < 8; time += 1) {
    await pass();
    await queue.work(shipping());
    await bench.clock.advance(600_000);
  }
  await pass();
  const states = (await bench.ledger.list({ limit: 1000 })).map(({ state }) => state);
  expect(states.filter((state) => state === 'healed').length + states.filter((state) => state === 'escalated').length).toBe(30);
  expect(states.filter((state) => state === 'healed').length).toBeGreaterThanOrEqual(27);
});

it('meets a second outage with one letter again, however many healed before', async () => {
  await deadShipments(20);
  for (let time = 0; time < 4; time += 1) {
    await bench.clock.advance(60_000);
    await pass();
    await queue.work(shipping());
  }
  await pass();
  expect((await bench.ledger.groups()).map(({ healed }) => healed)).toEqual([20]);
  await bench.clock.advance(3_600_000);
  for (let index = 0; index < 50; index += 1) queue.add('ship', { key: `later${index}`, express: true, amount: 1 });
  await queue.work(down);
  await pass();
  await bench.clock.advance(60_000);
  expect(await pass()).toMatchObject({ replayed: 1 });
});

it('stops a group of repairs that die again until it is resumed, and hands its letters to a person', async () => {
  bench = await openBench((clock) => [(queue = shipments(clock))]);
  const boom = (): never => { throw new TypeError("Cannot read properties of undefined (reading 'id')"); };
  for (let index = 0; index < 5; index += 1) queue.add('ship', { key: `k${index}`, express: 'TRUE', amount: 1 });
  await queue.work(shipping());
  await pass();
  await queue.work(boom);
  await pass();
  for (let index = 5; index < 8; index += 1) queue.add('ship', { key: `k${index}`, express: 'TRUE', amount: 1 });
  await queue.work(shipping());
  expect(await pass()).toMatchObject({ replayed: 0 });
  const stopped = (await bench.ledger.groups()).find(({ breaker }) => breaker !== undefined);
  expect(stopped?.breaker?.until).toBeUndefined();
  expect(await resume(bench.house, stopped?.signature ?? '', 'ada')).toBe(3);
  expect(await pass()).toMatchObject({ replayed: 3 });
  expect(await resume(bench.house, stopped?.signature ?? '', 'ada')).toBeUndefined();
});
