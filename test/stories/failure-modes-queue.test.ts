import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { Json } from '../../src/core/json.ts';
import type { Mendq } from '../../src/index.ts';
import { scriptedModel, type ScriptedModel } from '../../src/model/scripted-model.ts';
import { naivePoll, type NaiveModel } from './naive/naive-agent.ts';
import { openWorld, Order, type World } from './naive/world.ts';

let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(async () => world.store.close());

const repair = (repairedPayload: Json): NaiveModel => async () => ({ action: 'REPAIR_AND_REPLAY', analysis: '', repairedPayload });
const retry: NaiveModel = async () => ({ action: 'RETRY_DIRECTLY', analysis: '' });
const proposing = (operation: string, path: string, argument: string | null): ScriptedModel =>
  scriptedModel([{ signature: '*', answer: { evidence: [], explanation: '', verdict: 'repair', programs: [{ operations: [{ operation, path, argument }] }] } }]);
const orders = (count: number): readonly Json[] => Array.from({ length: count }, (_, index) => ({ orderId: `o-${index}`, amount: 1, quantity: 1 }));
const refused = (): never => { throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:443'), { code: 'ECONNREFUSED' }); };

/** Somebody waits until somebody else has come so far. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => { open = resolve; });
  return { opened, open };
}

// Each program is asked for on a queue of its own: a kind that was asked about once is not asked about again.
test.each([
  ['another key renamed to the amount', 'rename-key', '/?1', '/amount'],
  ['the amount renamed to the missing key', 'rename-key', '/amount', '/quantity'],
  ['the amount copied', 'copy-value', '/amount', '/quantity'],
  ['the amount written', 'set-default', '/amount', '1250'],
  ['the missing number invented', 'set-default', '/quantity', '1250'],
  ['the amount dropped', 'drop-unknown-key', '/amount', null],
])('2: %s is charged, or never', async (_name, operation, path, argument) => {
  const order = { orderId: 'o-1', amount: 12.5, total: 1250 };
  await world.die([order]);
  await naivePoll(world.queue, repair({ orderId: 'o-1', amount: 1250, quantity: 1250 }));
  expect(await world.run()).toEqual([expect.objectContaining({ amount: 1250 })]);

  const [ours = ''] = await world.die([order]);
  const model = proposing(operation, path, argument);
  await world.healer(model).heal();
  expect(model.questions).toHaveLength(1);
  expect([await world.state(ours), await world.data(ours)]).toEqual(['failed', order]);
});

test('5: a service that stays down is called at each poll, or as often as a letter has rounds', async () => {
  let asked = 0;
  let runs = 0;
  await world.die(orders(1), refused);
  for (let poll = 0; poll < 20; poll += 1) {
    await naivePoll(world.queue, async (prompt) => { asked += 1; return retry(prompt); });
    runs += (await world.run(refused)).length;
  }
  expect([asked, runs]).toEqual([20, 20]);
  await world.queue.obliterate({ force: true });

  await world.die(orders(1), refused);
  const mendq = world.healer();
  runs = 0;
  for (let poll = 0; poll < 20; poll += 1) {
    await mendq.heal();
    runs += (await world.run(refused)).length;
  }
  expect(runs).toBeGreaterThan(0);
  expect(runs).toBeLessThanOrEqual(3);
  expect((await mendq.plan()).letters).toMatchObject([{ state: 'escalated' }]);
});

describe('6: two who act on one job', () => {
  test('the payload of a refused agent runs, or each of 200 runs once as it was proved', async () => {
    await world.die([{ orderId: 'o-1', amount: 1 }]);
    const written = gate();
    const replayed = gate();
    let second: Promise<unknown> = Promise.resolve();
    await naivePoll(world.queue, repair({ by: 'A' }), async () => {
      second = naivePoll(world.queue, repair({ by: 'B' }), async () => { written.open(); await replayed.opened; }).catch((error: unknown) => error);
      await written.opened;
    });
    replayed.open();
    expect(await second).toMatchObject({ message: expect.stringContaining('not in the failed state') });
    expect(await world.run()).toEqual([{ by: 'B' }]);

    await world.die(Array.from({ length: 200 }, (_, index) => ({ orderId: `o-${index}`, amount: 1, quantity: String(index) })));
    await Promise.all([world.healer().heal(), world.healer().heal()]);
    const ran = (await world.run((job) => { Order.parse(job.data); })).map((payload) => Order.parse(payload).quantity);
    expect(ran.toSorted((left, right) => left - right)).toEqual(Array.from({ length: 200 }, (_, index) => index));
  });

  test('what a person replays while the model thinks is overwritten, or runs as the person left it', async () => {
    const order = { orderId: 'o-1', amount: 1, qty: 3 };
    const byHand = { orderId: 'o-1', amount: 1, quantity: 9 };
    const repairByHand = async (id: string): Promise<void> => {
      const job = await world.queue.getJob(id);
      await job?.updateData(byHand);
      await job?.retry();
    };
    const [naive = ''] = await world.die([order]);
    const overwriting = naivePoll(world.queue, async (prompt) => { await repairByHand(naive); return repair({ orderId: 'o-1', amount: 1, quantity: 3 })(prompt); });
    await expect(overwriting).rejects.toThrow('not in the failed state');
    expect(await world.run()).toEqual([{ orderId: 'o-1', amount: 1, quantity: 3 }]);

    const [ours = ''] = await world.die([order]);
    const model = proposing('rename-key', '/?1', '/quantity');
    const mendq = world.healer({ ...model, ask: async (question, signal) => { await repairByHand(ours); return model.ask(question, signal); } });
    await mendq.heal();
    expect(model.questions).toHaveLength(1);
    await mendq.heal();
    expect(await world.run()).toEqual([byHand]);
  });
});

test('8: two faults behind one long message are one prompt, or two kinds', async () => {
  const message = `the order could not be saved: ${'the line before it was refused as well, '.repeat(40)}`;
  const reserveStock = (): never => { throw new Error(message); };
  const chargeCard = (): never => { throw new Error(message); };
  const prompts: string[] = [];
  const order = { orderId: 'o-1', amount: 1, quantity: 1 };
  for (const fail of [reserveStock, chargeCard]) await world.die([order], fail);
  await naivePoll(world.queue, async (prompt) => { prompts.push(prompt); return retry(prompt); });
  expect(prompts).toHaveLength(2);
  expect(new Set(prompts).size).toBe(1);
  expect(prompts[0]).not.toMatch(/ {4}at /);
  await world.queue.obliterate({ force: true });

  for (const fail of [reserveStock, chargeCard]) await world.die([order], fail);
  const model = scriptedModel([]);
  const mendq = world.healer(model);
  await mendq.heal();
  expect(new Set(model.questions.map(({ signature }) => signature)).size).toBe(2);
  for (const { prompt } of model.questions) expect(prompt).toContain('## frames\n- ');
});

describe('12: an outage', () => {
  const step = async (mendq: Mendq, fail?: () => never): Promise<number> => {
    await mendq.heal();
    return (await world.run(fail)).length;
  };

  test('is met by every letter at each poll, or by one now and then', async () => {
    await world.die(orders(150), refused);
    let naive = 0;
    for (let poll = 0; poll < 5; poll += 1) {
      await naivePoll(world.queue, retry);
      naive += (await world.run(refused)).length;
    }
    expect(naive).toBe(105);
    await world.queue.obliterate({ force: true });

    await world.die(orders(150), refused);
    const mendq = world.healer();
    const runs: number[] = [];
    for (let pass = 0; pass < 8; pass += 1) runs.push(await step(mendq, refused));
    expect(runs[0]).toBe(1);
    expect(Math.max(...runs)).toBe(1);
    // Those that came back have opened the breaker of their group.
    expect(runs.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(3);
    expect(runs.at(-1)).toBe(0);
  });

  test('that is over is followed by 21 at once, whoever it was, or by 1, 10 and 100', async () => {
    await world.die(orders(150), refused);
    await naivePoll(world.queue, retry);
    expect(await world.run()).toHaveLength(21);
    await world.queue.obliterate({ force: true });

    await world.die(orders(150), refused);
    const mendq = world.healer();
    const runs: number[] = [];
    for (let pass = 0; pass < 4; pass += 1) runs.push(await step(mendq));
    expect(runs).toEqual([1, 10, 100, 39]);
  });

  test('behind which the work was done does it again, or sees that it was done', async () => {
    const charged: string[] = [];
    const chargeThenTimeOut = (job: { readonly data: unknown }): never => {
      charged.push(Order.parse(job.data).orderId);
      throw Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT' });
    };
    const charge = (job: { readonly data: unknown }): void => { charged.push(Order.parse(job.data).orderId); };
    await world.die([{ orderId: 'naive', amount: 1, quantity: 1 }], chargeThenTimeOut);
    await naivePoll(world.queue, retry);
    await world.run(charge);
    expect(charged).toEqual(['naive', 'naive']);

    charged.length = 0;
    const [done = '', open = ''] = await world.die([{ orderId: 'done', amount: 1, quantity: 1 }, { orderId: 'open', amount: 1, quantity: 1 }], (job) => (Order.parse(job.data).orderId === 'done' ? chargeThenTimeOut(job) : refused()));
    const job = { schema: Order, effects: 'external' as const, idempotencyKey: (order: Json) => Order.parse(order).orderId, fulfilled: async (order: Json) => charged.includes(Order.parse(order).orderId) };
    const mendq = world.store.mendq([world.store.definition('orders', { save: job })]);
    await mendq.heal();
    await world.run(charge);
    expect(charged).toEqual(['done', 'open']);
    expect(await Promise.all([done, open].map((id) => world.state(id)))).not.toContain('failed');
  });
});
