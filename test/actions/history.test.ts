import { afterEach, describe, expect, test } from 'vitest';

import { discard } from '../../src/actions/discard.ts';
import { heal } from '../../src/actions/heal.ts';
import { history, type HistoryOptions } from '../../src/actions/history.ts';
import { plan } from '../../src/actions/plan.ts';
import type { CorpusLetter } from '../../src/core/corpus-letter.ts';
import type { Json } from '../../src/core/json.ts';
import { evaluate } from '../../src/evaluate/evaluate.ts';
import type { MemoryQueue } from '../../src/queues/memory/memory.ts';
import { openBench, type Bench, type BenchOptions } from '../fixtures/bench.ts';
import { connectionRefused, shipments, shipping, Shipment } from '../fixtures/shipments.ts';

let bench: Bench;
let queue: MemoryQueue;
afterEach(() => bench.close());

/** One letter of each kind: repairable, an outage, of no known cause, no JSON, with a number that JavaScript rounds. */
const PAYLOADS: Readonly<Record<string, Json | Uint8Array>> = {
  repair: { key: 'repair', express: 'TRUE', amount: 1 },
  outage: { key: 'outage', express: true, amount: 1 },
  unknown: { key: 'unknown', express: true, amount: 1, password: 'hunter2-long' },
  garbage: Buffer.from([0x7b, 0xff]),
  text: Buffer.from('{"key": '),
  big: Buffer.from('{"key":"big","express":"TRUE","amount":12345678901234567890}'),
};

const work = (working: boolean) => shipping((shipment) => {
  if (shipment.key === 'unknown') throw new Error('the dog ate hunter2-long');
  if (!working && shipment.key === 'outage') throw connectionRefused();
});

async function dead(options: BenchOptions = {}): Promise<void> {
  bench = await openBench((clock) => [(queue = shipments(clock, { freeText: ['/note'] }))], options);
  for (const [id, payload] of Object.entries(PAYLOADS)) queue.add('ship', payload, { id });
  await queue.work((payload, message) => {
    if (message.id === 'garbage' || message.id === 'text') throw new SyntaxError('Unexpected end of JSON input');
    return work(false)(payload);
  });
}

async function all(options: HistoryOptions = {}): Promise<{ readonly letters: readonly CorpusLetter[]; readonly leftOut: number }> {
  const letters: CorpusLetter[] = [];
  let leftOut = 0;
  let after: string | undefined;
  do {
    const page = await history(bench.house, { ...options, ...(after === undefined ? {} : { after }) });
    letters.push(...page.letters);
    leftOut += page.leftOut;
    after = page.next;
  } while (after !== undefined);
  return { letters, leftOut };
}

const byMessage = (letters: readonly CorpusLetter[]) => new Map(letters.map((letter) => [letter.messageId, letter]));

describe('letters that no pass has seen', () => {
  test('are evaluated as they would be decided', async () => {
    await dead({ config: { errors: { Later: 'transient' } } });
    const planned = await plan(bench.house, {});
    const { letters, leftOut } = await all({ from: 'queues', raw: true });
    expect(leftOut).toBe(0);
    // The letter's lines, as a file has them.
    const { items, summary } = await evaluate(letters.map((letter) => JSON.parse(JSON.stringify(letter)) as CorpusLetter), { clock: bench.clock });
    const decided = items.map(({ id, verdict, why, repairedPayload }) => [id, verdict, why, repairedPayload]);
    expect(decided).toEqual(planned.letters.map(({ id, verdict, why, after }) => [id, verdict, why, after]));
    expect(new Set(items.map(({ verdict }) => verdict)).size).toBeGreaterThanOrEqual(3);
    expect(summary.unlabelled).toBe(letters.length);
    expect(letters[0]).toMatchObject({ queue: 'shipments', jobName: 'ship', broker: 'memory', category: 'shipments/ship', attemptsMade: 5, errors: { Later: 'transient' }, policy: { effects: 'database', freeText: ['/note'] }, expected: null, schema: { type: 'object' } });
    expect(await bench.ledger.list({})).toEqual([]);
  });

  test('are no longer among them once a pass has seen them', async () => {
    await dead();
    await heal(bench.house, {}, bench.emit);
    expect(await all({ from: 'queues', raw: true })).toEqual({ letters: [], leftOut: 0 });
    expect((await all({ raw: true })).letters.length).toBe(Object.keys(PAYLOADS).length);
  });

  test('of a queue that can not be read are told as a failure, once', async () => {
    await dead();
    const broken = { ...bench.house, passContext: async (...parameters: Parameters<Bench['house']['passContext']>) => {
      const context = await bench.house.passContext(...parameters);
      const [first] = context.queues;
      return { ...context, queues: first === undefined ? [] : [{ ...first, name: 'other', read: () => Promise.reject(new Error('gone')) }, first] };
    } };
    const first = await history(broken, { from: 'queues' });
    expect(first).toMatchObject({ letters: [], failures: [{ queue: 'other' }] });
    const second = await history(broken, { from: 'queues', after: first.next ?? '' });
    expect({ failures: second.failures, next: second.next, isEmpty: second.letters.length === 0 }).toEqual({ failures: [], next: undefined, isEmpty: false });
  });
});

describe('letters of the ledger', () => {
  test('come with what was right where the ledger knows it', async () => {
    await dead();
    await heal(bench.house, {}, bench.emit);
    await bench.clock.advance(120_000);
    await heal(bench.house, {}, bench.emit);
    await queue.work(work(true));
    await bench.clock.advance(120_000);
    await heal(bench.house, {}, bench.emit);
    await discard(bench.house, 'unknown', { actor: 'anna@desk' });
    const letters = byMessage((await all({ raw: true })).letters);
    expect(letters.get('repair')?.expected).toMatchObject({ verdict: 'repair', repairedPayload: { key: 'repair', express: true, amount: 1 } });
    expect(letters.get('outage')?.expected).toMatchObject({ verdict: 'retry' });
    expect(letters.get('unknown')?.expected).toEqual({ verdict: 'discard', why: 'a person discarded it' });
    expect(letters.get('big')?.expected).toBeNull();
    const { items } = await evaluate([...letters.values()], { clock: bench.clock });
    const scores = new Map(items.map(({ id, score }) => [id, score]));
    for (const id of ['repair', 'outage']) expect(scores.get(letters.get(id)?.id ?? '')).toBe('right');
    expect(scores.get(letters.get('unknown')?.id ?? '')).toBe('abstained');
  });

  test('are chosen by state, time and queue', async () => {
    await dead();
    const died = bench.clock.now();
    await heal(bench.house, {}, bench.emit);
    const ids = async (options: HistoryOptions) => (await all({ raw: true, ...options })).letters.map(({ messageId }) => messageId);
    expect(await ids({ states: ['escalated'] })).toContain('unknown');
    expect(await ids({ states: ['escalated'] })).not.toContain('outage');
    expect(await ids({ states: ['healed'] })).toEqual([]);
    expect((await ids({ since: died })).length).toBe(6);
    expect(await ids({ since: new Date(died.getTime() + 1) })).toEqual([]);
    expect(await ids({ queues: ['other'] })).toEqual([]);
    expect((await ids({ queues: ['other', 'shipments'] })).length).toBe(6);
  });

  test('come page by page, each once, in the order of their deaths', async () => {
    bench = await openBench((clock) => [(queue = shipments(clock))]);
    for (let index = 0; index < 120; index++) queue.add('ship', { key: `k-${index}`, express: true, amount: 1 }, { id: `k-${index}` });
    await queue.work(shipping(() => { throw new Error('no idea'); }));
    await heal(bench.house, {}, bench.emit);
    const { letters } = await all();
    expect(new Set(letters.map(({ id }) => id)).size).toBe(120);
    expect(letters.map(({ id }) => id)).toEqual((await bench.ledger.list({ limit: 200 })).map(({ id }) => id));
  });

  test('whose content is gone are left out', async () => {
    await dead();
    await heal(bench.house, {}, bench.emit);
    const [letter] = await bench.ledger.list({ messageId: 'unknown' });
    await bench.ledger.strip([{ id: letter?.id ?? '', event: { type: 'stripped', actor: 'mendq', detail: {} } }], bench.clock.now());
    const { letters, leftOut } = await all({ raw: true });
    expect({ count: letters.length, leftOut }).toEqual({ count: 5, leftOut: 1 });
  });

  test('are not read once it is stopped', async () => {
    await dead();
    expect(await history(bench.house, { signal: AbortSignal.abort() })).toEqual({ letters: [], leftOut: 0, failures: [] });
  });
});

describe('what is to be hidden', () => {
  test('is hidden, marked and not scored, and nothing else of the letters changes', async () => {
    await dead();
    const raw = byMessage((await all({ from: 'queues', raw: true })).letters);
    const { letters, leftOut } = await all({ from: 'queues' });
    const shown = byMessage(letters);
    expect(JSON.stringify(letters)).not.toContain('hunter2');
    expect(shown.get('unknown')).toMatchObject({ redacted: true, payload: { key: 'unknown', password: '[redacted]' }, expected: null });
    for (const id of ['repair', 'outage', 'big']) expect(shown.get(id)).toEqual(raw.get(id));
    // In a body that is no JSON nothing can be hidden.
    expect({ leftOut, garbage: shown.has('garbage'), text: shown.has('text') }).toEqual({ leftOut: 2, garbage: false, text: false });
  });

  test('stays with raw, byte for byte', async () => {
    await dead();
    const letters = byMessage((await all({ from: 'queues', raw: true })).letters);
    expect(letters.get('unknown')).toMatchObject({ payload: PAYLOADS['unknown'], failedReason: expect.stringContaining('hunter2') as string });
    expect(letters.get('garbage')).toMatchObject({ bodyBase64: 'e/8=' });
    expect(letters.get('text')).toMatchObject({ body: '{"key": ' });
    expect(letters.get('big')?.body).toContain('12345678901234567890');
    expect(letters.get('repair')).not.toHaveProperty('body');
  });
});

test('schemas of Zod are written as JSON Schema', async () => {
  await dead();
  const { letters: [letter] } = await all({ from: 'queues' });
  expect(letter?.schema).toMatchObject({ type: 'object', required: Object.keys(Shipment.shape) });
});
