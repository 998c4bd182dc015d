import { afterEach, expect, test } from 'vitest';
import { heal } from '../../src/actions/heal.ts';
import { replay } from '../../src/actions/replay.ts';
import { resume } from '../../src/actions/resume.ts';
import { undo } from '../../src/actions/undo.ts';
import type { RawLetter } from '../../src/core/dead-letter.ts';
import type { Ledger } from '../../src/ledger/contract.ts';
import type { MemoryQueue } from '../../src/queues/memory/memory.ts';
import type { QueueAdapter, QueueDefinition } from '../../src/queues/contract.ts';
import { openBench, type Bench } from '../fixtures/bench.ts';
import { down, shipments, shipping } from '../fixtures/shipments.ts';

let bench: Bench;
let queue: MemoryQueue;
afterEach(() => bench.close());

/** Runs before the next call of this name, or in the place of its answer. */
type Cut = { method: string; when: 'before' | 'after' } | undefined;

/** The object, except that the call which `cut` names fails once, before or after it was done, as a killed process would leave it. */
function breakable<Target extends object>(target: Target, cut: () => Cut, used: () => void): Target {
  return new Proxy(target, {
    get: (object, name) => {
      const value: unknown = Reflect.get(object, name, object);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]) => {
        const now = cut();
        const hit = now?.method === name;
        if (hit) used();
        if (hit && now.when === 'before') throw new Error('killed');
        const answer = await (value as (...parameters: unknown[]) => Promise<unknown>).apply(object, given);
        if (hit && now.when === 'after') throw new Error('killed');
        return answer;
      };
    },
  });
}

let cut: Cut;
const pass = () => heal(bench.house, {}, bench.emit);
const letters = async () => (await bench.ledger.list({})).map(({ state, why }) => ({ state, why }));
const back = (name = 'job-a') => undo(bench.house, name, { actor: 'anna@desk' });

/** One letter that mendq repairs and replays. */
async function repaired(): Promise<RawLetter> {
  cut = undefined;
  const stop = (): void => { cut = undefined; };
  const wrap = (made: MemoryQueue): QueueDefinition => ({ ...made, open: async (environment): Promise<QueueAdapter> => breakable(await made.open(environment), () => cut, stop) });
  bench = await openBench((clock) => [wrap((queue = shipments(clock)))], { wrapLedger: (ledger: Ledger) => breakable(ledger, () => cut, stop) });
  queue.add('ship', { key: 'a', express: 'TRUE', amount: 1 }, { id: 'job-a' });
  await queue.work(shipping());
  const [letter] = (await (await bench.house.queues()).open[0]?.read())?.letters ?? [];
  if (letter === undefined) throw new Error('no letter');
  return structuredClone(letter);
}

async function inQueue(): Promise<RawLetter | undefined> {
  return (await (await bench.house.queues()).open[0]?.read())?.letters[0];
}

test('undo takes a replay back that has not started: the original is dead in its queue, byte for byte, and parked', async () => {
  const original = await repaired();
  await pass();
  expect(queue.messages('waiting').get('job-a')).toContain('true');
  expect(await back()).toMatchObject({ done: 1, letters: [{ was: 'replayed', state: 'parked', why: expect.stringContaining('undone by anna@desk') as string }] });
  expect(await inQueue()).toEqual(original);
  expect(await queue.work(shipping())).toBe(0);
  await pass();
  expect(await letters()).toMatchObject([{ state: 'parked' }]);
  expect((await bench.ledger.verify()).broken).toEqual([]);
  expect(bench.events.at(-1)).toBeDefined();
});

test('undo twice, of what has run, of what waits and of nothing is answered clearly', async () => {
  await repaired();
  await pass();
  await back();
  expect(await back()).toMatchObject({ refused: 1, letters: [{ state: 'parked', why: expect.stringContaining('waits for a person') as string }] });
  await replay(bench.house, 'job-a', { actor: 'anna@desk' });
  await queue.work(() => undefined);
  expect(await back()).toMatchObject({ refused: 1, letters: [{ state: 'replayed', why: expect.stringContaining('too late') as string }] });
  await pass();
  expect(await back()).toMatchObject({ refused: 1, letters: [{ state: 'healed', why: expect.stringContaining('has run already') as string }] });
  await expect(back('job-z')).rejects.toMatchObject({ code: 'MENDQ_E_NOT_FOUND' });
});

test('undo gives up a plan, and resume lets mendq decide again', async () => {
  bench = await openBench((clock) => [(queue = shipments(clock))]);
  queue.add('ship', { key: 'a', express: true, amount: 1 }, { id: 'job-a' });
  await queue.work(down);
  await pass();
  expect(await back()).toMatchObject({ done: 1, letters: [{ was: 'planned', state: 'parked' }] });
  await bench.clock.advance(60 * 60_000);
  await pass();
  expect(queue.replays.size).toBe(0);
  expect(await resume(bench.house, 'job-a', 'anna@desk')).toBe(1);
  await expect(resume(bench.house, 'job-a', 'anna@desk')).rejects.toMatchObject({ code: 'MENDQ_E_CONFLICT' });
  await pass();
  await bench.clock.advance(60 * 60_000);
  await pass();
  expect(queue.messages('waiting').size).toBe(1);
});

test('a letter that was taken back is replayed again when a person orders it', async () => {
  await repaired();
  await pass();
  await back();
  expect(await replay(bench.house, 'job-a', { actor: 'anna@desk' })).toMatchObject({ done: 1, letters: [{ state: 'replayed' }] });
  expect(queue.messages('waiting').get('job-a')).toContain('TRUE');
});

test.each([
  ['transition', 'before'], ['transition', 'after'], ['recall', 'before'], ['recall', 'after'],
] as const)('an undo that is killed %s %s is finished by the next pass or was never begun', async (method, when) => {
  const original = await repaired();
  await pass();
  cut = { method, when };
  await back().catch(() => undefined);
  cut = undefined;
  await bench.clock.advance(10 * 60_000);
  await pass();
  const [letter] = await letters();
  const begun = method === 'recall' || when === 'after';
  expect(letter).toMatchObject({ state: begun ? 'parked' : 'replayed' });
  expect(letter?.why.includes('undone by anna@desk')).toBe(begun);
  expect(queue.messages('waiting').size).toBe(begun ? 0 : 1);
  expect(await inQueue()).toEqual(begun ? original : undefined);
});

test('an undo that is killed after the receipt of the broker, and a worker that starts meanwhile, lose nothing', async () => {
  await repaired();
  await pass();
  cut = { method: 'recall', when: 'before' };
  await back();
  expect(await letters()).toMatchObject([{ state: 'intent' }]);
  await queue.work(() => undefined);
  await bench.clock.advance(10 * 60_000);
  await pass();
  expect(await letters()).toMatchObject([{ state: 'healed' }]);
});

test('20 persons undo one replay at the same moment, and one of them does', async () => {
  const original = await repaired();
  await pass();
  const reports = await Promise.all(Array.from({ length: 20 }, async (_, index) => undo(bench.house, 'job-a', { actor: `person-${index}` })));
  expect(reports.some(({ done }) => done === 1)).toBe(true);
  expect(await letters()).toMatchObject([{ state: 'parked' }]);
  expect(await inQueue()).toEqual(original);
});
