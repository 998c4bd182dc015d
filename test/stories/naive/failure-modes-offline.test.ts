import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { heal } from '../../../src/actions/heal.ts';
import type { Json } from '../../../src/core/json.ts';
import { questionFor } from '../../../src/diagnose/diagnose.ts';
import { answerSchema } from '../../../src/model/answer-schema.ts';
import type { ModelPort } from '../../../src/model/contract.ts';
import { memory, type MemoryQueue } from '../../../src/queues/memory/memory.ts';
import { induce } from '../../../src/repair/induce.ts';
import { inspectedLetter } from '../../diagnose/question/inspected-letter.ts';
import { openBench, type Bench } from '../../fixtures/bench.ts';
import { requestOf } from '../../repair/letters.ts';
import { NaiveAnswer } from './naive-agent.ts';
import { Order } from './world.ts';

const asked = async (stack: string, payload: Json): Promise<string> => {
  const letter = await inspectedLetter({ stack, payload, schema: z.toJSONSchema(Order) as never });
  return questionFor([letter], { language: 'en', operations: [], isKnownName: () => true, shown: () => undefined })?.question.prompt ?? '';
};

test('4: the schema that travels says nothing of the payload, or everything of the answer', () => {
  const naive = z.toJSONSchema(NaiveAnswer).properties?.['repairedPayload'];
  expect(naive).not.toHaveProperty('properties');
  const open: unknown[] = [];
  const walk = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    if ((schema as { type?: unknown }).type === 'object' && (schema as { additionalProperties?: unknown }).additionalProperties !== false) open.push(schema);
    for (const inner of Object.values(schema)) walk(inner);
  };
  walk(answerSchema(['rename-key']));
  expect(open).toEqual([]);
});

test('8: a long message leaves no frame in a cut stack, or all of them in the question', async () => {
  const stack = `Error: ${'the order could not be saved because of '.repeat(40)}\n    at handler (/app/src/order/queue.js:18:5)`;
  expect(stack.slice(0, 1000)).not.toContain('queue.js');
  expect(await asked(stack, { orderId: 'o-1' })).toContain('## frames\n- handler | <word>/order/queue');
});

describe('with the memory queue', () => {
  let bench: Bench;
  let queue: MemoryQueue;
  afterEach(() => bench.close());

  const open = async (model?: ModelPort, wrap?: Parameters<typeof openBench>[1]): Promise<void> => {
    bench = await openBench((clock) => [(queue = memory('orders', { clock, jobs: { save: { schema: Order, effects: 'database' } } }))], { ...wrap, config: model === undefined ? {} : { model } });
  };
  const work = (payload: Json): void => { Order.parse(payload); };

  test('13: a crash between writing and replaying leaves a changed dead job, or one that is finished once', async () => {
    // The naive agent writes first and replays then: what lies between is a job with foreign data that nobody replays.
    const job = { data: { quantity: '7' } as Json, state: 'failed' };
    const updateThenCrash = (): void => { job.data = { quantity: 7 }; throw new Error('killed'); };
    expect(updateThenCrash).toThrow('killed');
    expect(job).toEqual({ data: { quantity: 7 }, state: 'failed' });

    let crash = true;
    await open(undefined, {
      wrapLedger: (ledger) => ({
        ...ledger,
        transition: async (changes, now) => {
          if (crash && changes.some(({ to }) => to === 'replayed')) throw new Error('killed');
          return ledger.transition(changes, now);
        },
      }),
    });
    queue.add('save', { orderId: 'o-1', amount: 1, quantity: '7' });
    await queue.work(work);
    await heal(bench.house, {}, bench.emit);
    crash = false;
    await bench.clock.advance(120_000);
    await heal(bench.house, {}, bench.emit);
    const ran: Json[] = [];
    await queue.work((payload) => { ran.push(payload); });
    await heal(bench.house, {}, bench.emit);
    expect(ran).toEqual([{ orderId: 'o-1', amount: 1, quantity: 7 }]);
    expect((await bench.ledger.list({})).map(({ state }) => state)).toEqual(['healed']);
  });

  test('14: a provider that fails ends the poll, or leaves one kind open', async () => {
    const down = async (): Promise<never> => { throw new Error('503'); };
    const poll = async (jobs: readonly (() => Promise<unknown>)[]): Promise<void> => { for (const job of jobs) await job(); };
    let rest = 0;
    await expect(poll([down, async () => { rest += 1; }])).rejects.toThrow('503');
    expect(rest).toBe(0);

    await open({ id: 'down', ask: async () => ({ kind: 'failed', reason: 'timed-out', why: 'No answer came within 60 s.' }) });
    queue.add('save', { orderId: 'o-1', amount: 1, count: 1 });
    queue.add('save', { orderId: 'o-2', amount: 1, quantity: '7' });
    await queue.work(work);
    expect(await heal(bench.house, {}, bench.emit)).toMatchObject({ replayed: 1, failures: [] });
    expect((await bench.ledger.list({})).map(({ state }) => state).toSorted()).toEqual(['escalated', 'replayed']);
  });

  test('15: nothing becomes a price of 0, or is left to a person', async () => {
    expect(z.coerce.number().parse(null)).toBe(0);
    await open();
    for (const amount of [null, '', [], true]) queue.add('save', { orderId: 'o-1', amount, quantity: 1 });
    await queue.work(work);
    await heal(bench.house, {}, bench.emit);
    expect((await bench.ledger.list({})).map(({ state }) => state)).toEqual(['escalated', 'escalated', 'escalated', 'escalated']);
  });
});

test('16: secrets leave with the prompt, or stay; a prototype can be reached, or not', async () => {
  const payload = { orderId: 'o-1', amount: 'x', email: 'ada@example.com', card: '4111 1111 1111 1111', token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln' };
  const naive = `Payload: ${JSON.stringify(payload)}`;
  const ours = await asked(`Error: refused ada@example.com\n    at save (/app/a.js:1:1)`, payload);
  for (const secret of ['ada@example.com', '4111', 'eyJ']) {
    expect(naive).toContain(secret);
    expect(ours).not.toContain(secret);
  }

  const hostile = JSON.parse('{"__proto__":{"admin":true}}') as Record<string, unknown>;
  expect(Object.assign({}, hostile)['admin']).toBe(true);
  const programs = [{ operations: [{ operation: 'rename-key', path: '/__proto__/admin', argument: '/quantity' }] }];
  expect(await induce(programs, [await requestOf({ orderId: 'o-1', amount: 1 }, { schema: Order })])).toMatchObject({ kind: 'none', why: 'it reaches a prototype' });
});
