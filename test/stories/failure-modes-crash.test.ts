import { afterEach, beforeEach, expect, test } from 'vitest';

import { heal } from '../../src/actions/heal.ts';
import type { Ledger } from '../../src/ledger/contract.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';
import { openBench } from '../fixtures/bench.ts';
import { naivePoll } from './naive/naive-agent.ts';
import { openWorld, Order, type World } from './naive/world.ts';

// Killed processes are in test/crash; here the process is dead for the ledger from one call on, whichever that is.
let world: World;
beforeEach(async () => void (world = await openWorld()));
afterEach(async () => world.store.close());

const DEAD = { orderId: 'o-1', amount: 12.5, quantity: '7' };
const REPAIRED = { ...DEAD, quantity: 7 };

/** Calls that change something. A death before a call that only reads is the same as one after the change before it. */
const CHANGES: ReadonlySet<string> = new Set(['record', 'decide', 'take', 'claim', 'transition']);

/** A process that can die before or after one of its calls to the ledger, and does nothing more until it is started again. */
class Mortal {
  readonly calls: string[] = [];
  dies: { readonly at: number; readonly when: 'before' | 'after' } | undefined;

  readonly wrap = (ledger: Ledger): Ledger =>
    new Proxy(ledger, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? async (...parameters: readonly unknown[]) => this.#call(String(name), async () => (await Reflect.apply(member, target, parameters)) as unknown) : member;
      },
    });

  async #call(name: string, work: () => Promise<unknown>): Promise<unknown> {
    this.calls.push(name);
    const call = this.calls.length;
    const { at, when } = this.dies ?? { at: Infinity, when: 'before' };
    if (call > at || (call === at && when === 'before')) throw new Error('killed');
    const result = await work();
    if (call >= at) throw new Error('killed');
    return result;
  }
}

/** What is left of one letter after a pass that died, and what a second process made of it. */
interface Story {
  /** Names of the calls of the first pass, in order. */
  readonly calls: readonly string[];
  readonly left: unknown;
  readonly ran: readonly unknown[];
  readonly states: readonly string[];
}

async function healAfterDeath(dies: Mortal['dies']): Promise<Story> {
  const [id = ''] = await world.die([DEAD]);
  const mortal = new Mortal();
  const bench = await openBench(() => [world.store.definition('orders', { save: { schema: Order, effects: 'database' } })], { clock: manualClock(new Date()), wrapLedger: mortal.wrap });
  try {
    mortal.dies = dies;
    await heal(bench.house, {}, bench.emit).catch(() => undefined);
    const calls = [...mortal.calls];
    const left = await world.data(id);
    mortal.dies = undefined;
    const ran = [...(await world.run())];
    for (let pass = 0; pass < 3; pass += 1) {
      await bench.clock.advance(10 * 60_000);
      await heal(bench.another(), {}, bench.emit);
      ran.push(...(await world.run()));
    }
    return { calls, left, ran, states: (await bench.ledger.list({})).map(({ state }) => state) };
  } finally {
    await bench.close();
    await world.queue.obliterate({ force: true });
  }
}

test('13: a death between writing and replaying leaves a changed dead job, and at no step of a pass anything but one run', async () => {
  const [id = ''] = await world.die([DEAD]);
  const model = async () => ({ action: 'REPAIR_AND_REPLAY', analysis: '', repairedPayload: { quantity: 7 } });
  await expect(naivePoll(world.queue, model, async () => { throw new Error('killed'); })).rejects.toThrow('killed');
  expect([await world.state(id), await world.data(id)]).toEqual(['failed', { quantity: 7 }]);
  await world.queue.obliterate({ force: true });

  const whole = await healAfterDeath(undefined);
  expect(whole).toMatchObject({ left: REPAIRED, ran: [REPAIRED], states: ['healed'] });
  const steps = whole.calls.flatMap((name, index) => (CHANGES.has(name) ? [{ name, at: index + 1, when: 'after' as const }] : []));
  // Between two changes of a letter's state lies the call of the broker, so that both sides of them count.
  const around = steps.flatMap((step) => (step.name === 'transition' ? [{ ...step, when: 'before' as const }, step] : [step]));
  expect(around.filter(({ name }) => name === 'transition').length).toBeGreaterThanOrEqual(4);
  const found = new Set<string>();
  for (const step of around) {
    const { left, ran, states } = await healAfterDeath(step);
    const where = `dead ${step.when} ${step.name}, call ${step.at}`;
    expect([DEAD, REPAIRED], where).toContainEqual(left);
    found.add(JSON.stringify(left));
    expect({ ran, states }, where).toEqual({ ran: [REPAIRED], states: ['healed'] });
  }
  // The deaths lie on both sides of the one step that changes the job.
  expect(found).toEqual(new Set([DEAD, REPAIRED].map((payload) => JSON.stringify(payload))));
}, 60_000);
