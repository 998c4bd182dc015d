import { afterEach, describe, expect, test } from 'vitest';
import { heal } from '../../src/actions/heal.ts';
import { replay } from '../../src/actions/replay.ts';
import type { MemoryQueue } from '../../src/queues/memory/memory.ts';
import { openBench, type Bench } from '../fixtures/bench.ts';
import { connectionRefused, down, shipments, shipping } from '../fixtures/shipments.ts';

let bench: Bench;
let queue: MemoryQueue;
afterEach(() => bench.close());

/** Letters that mendq escalates: an error that no rule knows. */
const unknown = shipping(() => {
  throw new Error('the dog ate it');
});

async function dead(keys: readonly string[], jobs: Parameters<typeof shipments>[1] = {}, worker: Parameters<MemoryQueue['work']>[0] = unknown): Promise<void> {
  bench = await openBench((clock) => [(queue = shipments(clock, jobs))]);
  await die(keys, worker);
}

/** Stacks are part of a kind, so that all letters of a group have to die here. */
async function die(keys: readonly string[], worker: Parameters<MemoryQueue['work']>[0]): Promise<void> {
  for (const key of keys) queue.add('ship', { key, express: true, amount: 1 }, { id: `job-${key}` });
  await queue.work(worker);
}

const pass = () => heal(bench.house, {}, bench.emit);
const order = (name: string, options: Partial<Parameters<typeof replay>[2]> = {}) => replay(bench.house, name, { actor: 'anna@desk', ...options });
const letter = async (id: string) => (await bench.ledger.list({ messageId: id })).at(-1);

describe('a person orders a replay', () => {
  test('of an escalated letter, which then runs with all its attempts, and the audit names the person', async () => {
    await dead(['a']);
    await pass();
    expect(await letter('job-a')).toMatchObject({ state: 'escalated' });
    const report = await order('job-a');
    expect(report).toMatchObject({ done: 1, refused: 0, letters: [{ was: 'escalated', state: 'replayed', result: 'done' }] });
    const id = report.letters[0]?.id ?? '';
    expect((await bench.ledger.events(id)).find(({ type, actor }) => type === 'decided' && actor === 'anna@desk')?.detail).toMatchObject({ verdict: 'retry', scope: 'letter', was: 'escalated' });
    expect(await queue.work(unknown)).toBe(5);
    expect(bench.events.filter(({ name }) => name === 'letter-decided')).toHaveLength(2);
  });

  test('of a letter that no pass has seen', async () => {
    await dead(['a']);
    expect(await order('job-a')).toMatchObject({ done: 1, letters: [{ was: 'new', state: 'replayed' }] });
    expect(queue.messages('waiting').size).toBe(1);
  });

  test('and only that letter, whatever else is due', async () => {
    await dead(['a', 'b'], {}, down);
    await pass();
    await bench.clock.advance(60_000);
    await order('job-b');
    expect([...queue.messages('waiting').keys()]).toEqual(['job-b']);
  });

  test('past rounds, a stopped group and the canary', async () => {
    await dead(['a', 'b']);
    await pass();
    const [first, second] = await bench.ledger.list({});
    const signature = first?.decision?.signatures.shape ?? '';
    await bench.ledger.openBreaker(signature, { why: 'too many', event: { type: 'finished', actor: 'mendq', detail: {} } }, bench.clock.now());
    await order(first?.id ?? '');
    await order(second?.id ?? '');
    expect(queue.messages('waiting').size).toBe(2);
    for (let round = 0; round < 4; round += 1) {
      await bench.clock.advance(1000);
      await queue.work(unknown);
      await bench.clock.advance(1000);
      await pass();
      expect(await letter('job-a')).toMatchObject({ state: 'escalated', round: round + 1 });
      expect(await order('job-a')).toMatchObject({ done: 1 });
    }
  });

  test('but never of one whose work is done, in progress or not to be told', async () => {
    let answer: () => boolean | 'in-progress' = () => true;
    await dead(['a', 'b', 'c'], { fulfilled: () => answer() });
    answer = () => false;
    await pass();
    answer = () => true;
    expect(await order('job-a')).toMatchObject({ letters: [{ state: 'settled', result: 'done' }] });
    answer = () => 'in-progress';
    expect(await order('job-b')).toMatchObject({ waiting: 1, letters: [{ state: 'planned', hold: 'fulfilment-in-progress' }] });
    answer = () => { throw new Error('database down'); };
    expect(await order('job-c')).toMatchObject({ waiting: 1, letters: [{ state: 'planned', hold: 'fulfilment-failed' }] });
    expect(queue.replays.size).toBe(0);
  });

  test('without asking a hook about a payload that its schema refuses', async () => {
    let asked = 0;
    bench = await openBench((clock) => [(queue = shipments(clock, { fulfilled: () => (asked += 1) > 0, idempotencyKey: () => undefined }))]);
    queue.add('ship', { key: 'a', express: 'perhaps', amount: 1 }, { id: 'job-a' });
    await queue.work(shipping());
    await pass();
    expect(await letter('job-a')).toMatchObject({ state: 'escalated' });
    expect(await order('job-a')).toMatchObject({ letters: [{ state: 'replayed' }] });
    expect(asked).toBe(0);
  });

  test('one after the other where two letters are of one piece of work', async () => {
    await dead(['a', 'b'], { idempotencyKey: () => 'same' });
    await pass();
    expect(await order('job-a')).toMatchObject({ done: 1 });
    expect(await order('job-b')).toMatchObject({ waiting: 1, letters: [{ hold: 'key-in-flight' }] });
    expect(queue.messages('waiting').size).toBe(1);
  });

  test('and is told why where nothing can be ordered', async () => {
    await dead(['a']);
    await order('job-a');
    expect(await order('job-a')).toMatchObject({ refused: 1, letters: [{ was: 'replayed', result: 'refused', why: expect.stringContaining('back on its queue') as string }] });
    await queue.work(shipping());
    await pass();
    expect(await order('job-a')).toMatchObject({ refused: 1, letters: [{ state: 'healed', why: expect.stringContaining('ended as healed') as string }] });
    await expect(order('job-z')).rejects.toMatchObject({ code: 'MENDQ_E_NOT_FOUND' });
    await expect(order('s1:0123456789abcdef0123')).rejects.toMatchObject({ code: 'MENDQ_E_NOT_FOUND' });
  });

  test('finds that somebody else put the letter back first', async () => {
    await dead(['a']);
    await pass();
    queue.retry('job-a');
    expect(await order('job-a')).toMatchObject({ refused: 1, letters: [{ state: 'superseded' }] });
    expect(queue.replays.size).toBe(0);
  });

  test('at the same moment as another person and a pass, and it runs once', async () => {
    await dead(['a']);
    await pass();
    const other = bench.another();
    await Promise.all([order('job-a'), replay(other, 'job-a', { actor: 'ben@desk' }), pass()]);
    expect([...queue.replays.values()]).toEqual([1]);
    expect(queue.messages('waiting').size).toBe(1);
  });

  test('and follows it to its end', async () => {
    await dead(['a']);
    const ended = new AbortController();
    const following = order('job-a', { wait: true }).finally(() => { ended.abort(); });
    while (!ended.signal.aborted) {
      await queue.work(shipping());
      await bench.clock.advance(1000);
      await new Promise((resolve) => { setImmediate(resolve); });
    }
    expect(await following).toMatchObject({ done: 1, letters: [{ state: 'healed' }] });
  });
});

describe('a person orders the replay of a group', () => {
  test('which goes step by step, with letters that no pass has seen, though it was stopped', async () => {
    await dead(['a', 'b', 'c']);
    await pass();
    const [first] = await bench.ledger.list({});
    const signature = first?.decision?.signatures.shape ?? '';
    await bench.ledger.openBreaker(signature, { why: 'too many', event: { type: 'finished', actor: 'mendq', detail: {} } }, bench.clock.now());
    await die(['d'], unknown);
    expect(await order(signature)).toMatchObject({ done: 1, waiting: 3, refused: 0 });
    expect(queue.messages('waiting').size).toBe(1);
    for (let step = 0; step < 3; step += 1) {
      await queue.work(shipping());
      await bench.clock.advance(1000);
      await pass();
    }
    expect(queue.messages('completed').size).toBe(4);
  });

  test('and is stopped between two batches', async () => {
    await dead(Array.from({ length: 150 }, (_, index) => String(index)));
    await pass();
    const [first] = await bench.ledger.list({});
    const stop = new AbortController();
    const report = await replay({ ...bench.house, passContext: async (...given) => ({ ...(await bench.house.passContext(...given)), emit: (name) => { if (name === 'letter-replayed') stop.abort(); } }) }, first?.decision?.signatures.shape ?? '', { actor: 'anna', signal: stop.signal });
    expect(report).toMatchObject({ interrupted: true, done: 1, waiting: 99 });
  });
});

test('a connection that is down is no reason to hold what a person ordered', async () => {
  await dead(['a', 'b'], {}, shipping(() => { throw connectionRefused(); }));
  await pass();
  expect(await letter('job-a')).toMatchObject({ state: 'planned', hold: 'backoff' });
  expect(await order('job-a')).toMatchObject({ done: 1, letters: [{ was: 'planned', state: 'replayed' }] });
});
