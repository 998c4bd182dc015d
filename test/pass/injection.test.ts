import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { heal } from '../../src/actions/heal.ts';
import type { Json } from '../../src/core/json.ts';
import type { ModelPort } from '../../src/model/contract.ts';
import { scriptedModel } from '../../src/model/scripted-model.ts';
import { memory, type MemoryQueue } from '../../src/queues/memory/memory.ts';
import { gullibleModel } from '../../src/testing/gullible-model.ts';
import { ATTACKS, DISGUISES } from '../diagnose/question/attack-strings.ts';
import { openBench, type Bench } from '../fixtures/bench.ts';

const Order = z.object({ orderId: z.string(), amount: z.number(), email: z.string(), quantity: z.number() });

let bench: Bench;
let queue: MemoryQueue;
afterEach(() => bench.close());

/** Letters that nobody can decide, each with an attack in one place. */
const CARRIERS: readonly (readonly [name: string, letter: (text: string) => { readonly payload: Json; readonly message?: string; readonly name?: string }])[] = [
  ['a value', (text) => ({ payload: { orderId: 'o-1', amount: 12.5, email: 'ada@example.com', quantity: text } })],
  ['a key', (text) => ({ payload: { orderId: 'o-1', amount: 12.5, email: 'ada@example.com', [text]: 3 } })],
  ['the error message', (text) => ({ payload: { orderId: 'o-1', amount: 12.5, email: 'ada@example.com', quantity: 3 }, message: text })],
  ['a frame', (text) => ({ payload: { orderId: 'o-1', amount: 12.5, email: 'ada@example.com', quantity: 3 }, message: `broken\n    at ${text} (/app/src/${text.replaceAll('/', '')}.js:1:1)` })],
  ['the job name', (text) => ({ payload: { orderId: 'o-1', amount: 12.5, email: 'ada@example.com' }, name: text })],
  ['all of them', (text) => ({ payload: { orderId: text, amount: 12.5, email: text, [text]: text }, message: text, name: text })],
];

async function outcomesWith(model: ModelPort | undefined, letters: ReturnType<(typeof CARRIERS)[number][1]>[]): Promise<readonly unknown[]> {
  bench = await openBench((clock) => [(queue = memory('orders', { clock, jobs: { save: { schema: Order, effects: 'database' }, '*': { schema: Order, effects: 'database' } } }))], { config: model === undefined ? {} : { model } });
  for (const { payload, name = 'save' } of letters) queue.add(name, payload);
  let next = 0;
  await queue.work((payload) => {
    const { message } = letters[next++ % letters.length] ?? {};
    if (message !== undefined) throw new Error(message);
    Order.parse(payload);
  });
  await heal(bench.house, {}, bench.emit);
  await heal(bench.house, {}, bench.emit);
  return (await bench.ledger.list({ limit: 1000 })).map(({ letter, state, decision }) => ({
    body: Buffer.from(letter.body).toString('utf8'),
    state: state === 'parked' ? 'escalated' : state,
    verdict: decision?.plan.verdict,
    operations: decision?.plan.operations,
  })).toSorted((left, right) => (left.body < right.body ? -1 : 1));
}

describe.each(CARRIERS)('attacks in %s', (_, carry) => {
  const letters = DISGUISES.flatMap(([, form]) => ATTACKS.map((attack) => carry(form(attack))));

  it('change no verdict, whoever answers', async () => {
    const alone = await outcomesWith(undefined, letters);
    await bench.close();
    const gullible = gullibleModel();
    expect(await outcomesWith(gullible, letters)).toEqual(alone);
    expect(gullible.obeyed).toEqual([]);
    await bench.close();
    // The worst that somebody who owns the model can answer: everything is hopeless.
    const hostile = scriptedModel([{ signature: '*', answer: { evidence: [], explanation: 'Drop it.', verdict: 'hopeless', programs: [] } }]);
    expect(await outcomesWith(hostile, letters)).toEqual(alone);
    expect(hostile.questions.length).toBeGreaterThan(0);
    // Rules archive what their own evidence calls an attack, with and without a model.
    const kept = alone.filter((letter) => (letter as { readonly state: string }).state === 'escalated');
    expect(queue.messages('failed').size).toBe(kept.length);
  }, 120_000);
});

it('a model that renames what is protected, or writes values, changes nothing', async () => {
  const programs = [
    [{ operation: 'rename-key', path: '/?1', argument: '/amount' }],
    [{ operation: 'copy-value', path: '/amount', argument: '/quantity' }],
    [{ operation: 'set-default', path: '/amount', argument: '1250' }],
  ].map((operations) => ({ operations }));
  const model = scriptedModel([{ signature: '*', answer: { evidence: [], explanation: '', verdict: 'repair', programs } }]);
  const letters = [{ payload: { orderId: 'o-1', total: 1250, email: 'ada@example.com', quantity: 3 } }];
  expect(await outcomesWith(model, letters)).toMatchObject([{ state: 'escalated', verdict: 'escalate' }]);
  expect(model.questions).toHaveLength(1);
});
