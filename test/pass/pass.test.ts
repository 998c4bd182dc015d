import { afterEach, describe, expect, it } from 'vitest';
import { heal } from '../../src/actions/heal.ts';
import type { HealReport } from '../../src/actions/heal.ts';
import { memory, type MemoryQueue } from '../../src/queues/memory/memory.ts';
import { openBench, type Bench, type BenchOptions } from '../fixtures/bench.ts';
import { connectionRefused, down, Shipment, shipments, shipping } from '../fixtures/shipments.ts';

let bench: Bench;
let queue: MemoryQueue;
afterEach(() => bench.close());

async function open(jobs: Parameters<typeof shipments>[1] = {}, options: BenchOptions = {}): Promise<void> {
  bench = await openBench((clock) => [(queue = shipments(clock, jobs))], options);
}

function pass(): Promise<HealReport> {
  return heal(bench.house, {}, bench.emit);
}

const states = async (): Promise<readonly string[]> => (await bench.ledger.list({ limit: 1000 })).map(({ state }) => state);

describe('a pass', () => {
  it('repairs, replays once, and knows that it healed', async () => {
    await open();
    queue.add('ship', { key: 'a', express: 'TRUE', amount: 12.5 });
    await queue.work(shipping());
    expect(await pass()).toMatchObject({ decided: 1, replayed: 1, unfinished: 1 });

    const acted: unknown[] = [];
    expect(await queue.work(shipping((shipment) => acted.push(shipment)))).toBe(1);
    expect(await pass()).toMatchObject({ decided: 0, replayed: 0, unfinished: 0 });
    expect(acted).toEqual([{ key: 'a', express: true, amount: 12.5 }]);
    expect(await states()).toEqual(['healed']);
    expect(bench.events.map(({ name }) => name).filter((name) => name.startsWith('letter'))).toEqual(['letter-decided', 'letter-replayed', 'letter-finished']);
  });

  it('keeps the original bytes before it decides, so that a repair can be taken back', async () => {
    await open();
    queue.add('ship', Buffer.from('{"key":"a",  "express":"TRUE","amount":1.0}'));
    await queue.work(shipping());
    await pass();
    const [record] = await bench.ledger.list({});
    expect(Buffer.from(record?.letter.body ?? []).toString('utf8')).toBe('{"key":"a",  "express":"TRUE","amount":1.0}');
    expect(Buffer.from(record?.decision?.plan.body ?? []).toString('utf8')).toBe('{"key":"a","express":true,"amount":1}');
  });

  it('lets a transient letter wait out its backoff in the queue, with all attempts when it comes', async () => {
    await open();
    queue.add('ship', { key: 'a', express: true, amount: 1 });
    await queue.work(down);
    expect(await pass()).toMatchObject({ decided: 1, replayed: 0, unfinished: 1 });
    expect(queue.messages('failed').size).toBe(1);
    await bench.clock.advance(14_999);
    expect(await pass()).toMatchObject({ replayed: 0 });
    await bench.clock.advance(1);
    expect(await pass()).toMatchObject({ replayed: 1 });
    let runs = 0;
    await queue.work(shipping(() => { runs += 1; if (runs < 5) throw connectionRefused(); }));
    await pass();
    expect(await states()).toEqual(['healed']);
  });

  it('replays a letter that keeps dying three times and then hands it to a person', async () => {
    await open();
    queue.add('ship', { key: 'a', express: true, amount: 1 });
    for (let round = 0; round < 5; round += 1) {
      await queue.work(down);
      await pass();
      await bench.clock.advance(3_600_000);
      await pass();
    }
    expect([...queue.replays.values()]).toEqual([1, 1, 1]);
    const records = await bench.ledger.list({});
    expect(records.map(({ round, state }) => [round, state])).toEqual([[0, 'returned'], [1, 'returned'], [2, 'returned'], [3, 'escalated']]);
    expect(records.at(-1)?.why).toContain('3 rounds are the limit');
  });

  it('settles what the business database calls done, and archives it first', async () => {
    await open({ fulfilled: (shipment) => shipment.key === 'done' });
    queue.add('ship', { key: 'done', express: true, amount: 1 });
    await queue.work(down);
    await pass();
    expect(await states()).toEqual(['settled']);
    expect(queue.messages('failed').size + queue.messages('waiting').size).toBe(0);
    const [record] = await bench.ledger.list({});
    const [receipt] = await bench.ledger.archived([record?.id ?? '']);
    const archived = await bench.store.get(receipt?.location ?? '', record?.id ?? '');
    expect(Buffer.from(archived.letter.body).toString('utf8')).toBe('{"key":"done","express":true,"amount":1}');
  });

  it('replays one of two letters of the same work, and settles the other after a fresh look', async () => {
    const done = new Set<string>();
    await open({ fulfilled: (shipment) => done.has(shipment.key) });
    for (const id of ['1', '2']) queue.add('ship', { key: 'same', express: 'TRUE', amount: 1 }, { id });
    await queue.work(shipping());
    expect(await pass()).toMatchObject({ replayed: 1 });
    await queue.work(shipping((shipment) => { expect(done.has(shipment.key)).toBe(false); done.add(shipment.key); }));
    await pass();
    await pass();
    expect((await states()).toSorted()).toEqual(['healed', 'settled']);
  });

  it('escalates what has no safe answer and leaves it in the queue', async () => {
    await open();
    queue.add('ship', { key: 'a', express: true });
    await queue.work(shipping());
    expect(await pass()).toMatchObject({ decided: 1, replayed: 0, unfinished: 0 });
    expect(await states()).toEqual(['escalated']);
    expect(queue.messages('failed').size).toBe(1);
    expect(await pass()).toMatchObject({ decided: 0 });
  });

  it('decides an escalated letter anew when the configuration of its job type has changed', async () => {
    await open();
    queue.add('ship', { key: 'a', express: true });
    await queue.work(shipping());
    await pass();
    const before = (await bench.ledger.list({}))[0]?.decision?.revision;
    Object.assign(queue.jobs['ship'] ?? {}, { fill: { '/note': 'none' } });
    const report = await heal(bench.another(), {}, bench.emit);
    expect(report.decided).toBe(1);
    expect((await bench.ledger.list({}))[0]?.decision?.revision).not.toBe(before);
  });

  it('decides again what the broker brought back from a backup (B15)', async () => {
    await open({ fulfilled: () => false });
    queue.add('ship', { key: 'a', express: 'TRUE', amount: 1 });
    await queue.work(shipping());
    const adapter = await queue.open({ clock: bench.clock, payloadBytes: 1e6, directory: '.' });
    const backup = (await adapter.read()).letters;
    await pass();
    await queue.work(shipping());
    await pass();
    expect(await states()).toEqual(['healed']);
    queue.drop('1');
    queue.forgetReplays();
    await adapter.restore(backup);
    await pass();
    expect(await states()).toEqual(['replayed']);
    expect(bench.events.some(({ name }) => name === 'letter-rolled-back')).toBe(true);
  });

  it('heals again what the broker took back before its outcome was known, however late that is noticed (B15)', async () => {
    await open({ fulfilled: () => false });
    queue.add('ship', { key: 'a', express: 'TRUE', amount: 1 });
    await queue.work(shipping());
    const adapter = await queue.open({ clock: bench.clock, payloadBytes: 1e6, directory: '.' });
    const backup = (await adapter.read()).letters;
    await pass();
    queue.drop('1');
    queue.forgetReplays();
    await adapter.restore(backup);
    await bench.clock.advance(3_600_000);
    await pass();
    expect(await states()).toEqual(['replayed']);
    await queue.work(shipping());
    await pass();
    expect(await states()).toEqual(['healed']);
    expect(bench.events.filter(({ name }) => name === 'letter-rolled-back')).toHaveLength(1);
  });

  it('takes up a letter again whose retry by a person the broker lost', async () => {
    let isDown = true;
    await open({ fulfilled: () => { if (isDown) throw new Error('database down'); return false; } });
    queue.add('ship', { key: 'a', express: 'TRUE', amount: 1 });
    await queue.work(shipping());
    const adapter = await queue.open({ clock: bench.clock, payloadBytes: 1e6, directory: '.' });
    const backup = (await adapter.read()).letters;
    await pass();
    isDown = false;
    queue.retry('1');
    await bench.clock.advance(60_000);
    await pass();
    expect(await states()).toEqual(['superseded']);
    queue.drop('1');
    await adapter.restore(backup);
    await pass();
    expect(await states()).toEqual(['replayed']);
    expect(bench.events.filter(({ name }) => name === 'letter-rolled-back')).toHaveLength(1);
  });

  it('keeps off a letter whose data somebody else has changed', async () => {
    await open({ fulfilled: () => { throw new Error('database down'); } });
    queue.add('ship', { key: 'a', express: 'TRUE', amount: 1 });
    await queue.work(shipping());
    await pass();
    queue.change('1', { key: 'a', express: true, amount: 2 });
    Object.assign(queue.jobs['ship'] ?? {}, { fulfilled: () => false });
    for (let time = 0; time < 3; time += 1) {
      await bench.clock.advance(30_000);
      await heal(bench.another(), {}, bench.emit);
    }
    expect(await states()).toEqual(['superseded']);
    expect(queue.messages('failed').get('1')).toBe('{"key":"a","express":true,"amount":2}');
    expect((await bench.ledger.events((await bench.ledger.list({}))[0]?.id ?? '')).length).toBeLessThan(8);
  });

  it('tells the application of the payload that healed', async () => {
    await open();
    queue.add('ship', { key: 'a', express: 'TRUE', amount: 1 });
    await queue.work(shipping());
    await pass();
    await queue.work(shipping());
    await pass();
    const finished = bench.events.find(({ name }) => name === 'letter-finished');
    expect(finished?.event).toMatchObject({ outcome: 'healed', letter: { payload: { key: 'a', express: 'TRUE', amount: 1 } } });
  });

  it('decides a letter again at each pass while its validator fails', async () => {
    let works = false;
    const schema = Shipment.refine(() => { if (!works) throw new Error('lookup failed at postgres://u:secret@h/x'); return true; });
    bench = await openBench((clock) => [(queue = memory('shipments', { clock, jobs: { ship: { schema, effects: 'database' } } }))]);
    queue.add('ship', { key: 'a', express: true, amount: 1 });
    await queue.work(() => { throw new Error('boom'); });
    await pass();
    expect(JSON.stringify(await bench.ledger.list({}))).not.toContain('secret');
    expect(await states()).toEqual(['escalated']);
    works = true;
    expect(await pass()).toMatchObject({ decided: 1 });
    expect(await pass()).toMatchObject({ decided: 0 });
  });

  it('finishes nothing twice when two healers work at once', async () => {
    await open();
    for (let index = 0; index < 60; index += 1) queue.add('ship', { key: `k${index}`, express: 'TRUE', amount: 1 });
    await queue.work(shipping());
    const reports = await Promise.all([pass(), heal(bench.another(), {}, bench.emit as never)]);
    expect(reports[0].replayed + reports[1].replayed).toBe(60);
    expect([...queue.replays.values()].every((count) => count === 1)).toBe(true);
    expect(queue.messages('waiting').size).toBe(60);
  });

  it('stops after the letters in hand when it is told to', async () => {
    await open();
    for (let index = 0; index < 250; index += 1) queue.add('ship', { key: `k${index}`, express: 'TRUE', amount: 1 });
    await queue.work(shipping());
    const stop = new AbortController();
    const report = await heal(bench.house, { signal: stop.signal }, ((name: string) => { if (name === 'letter-replayed') stop.abort(); }));
    expect(report.interrupted).toBe(true);
    expect(report.replayed).toBe(100);
    expect((await bench.ledger.list({ states: ['claimed', 'intent'] })).length).toBe(0);
    expect(await pass()).toMatchObject({ replayed: 150 });
  });
});
