import { accountFor, type Account } from './account.ts';
import { crashHouse } from './crash-house.ts';
import { healToTheEnd } from './heal-to-the-end.ts';
import { openWorld } from './open-world.ts';
import { lettersOfRound } from './scenario.ts';
import { createSteps } from './steps.ts';
import type { Stores } from './stores.ts';

/** What the parent tells a child. */
export interface ChildTask {
  readonly stores: Stores;
  readonly round: number;
  /** True for the first child of a round, which publishes the letters and lets them die. */
  readonly publish: boolean;
  readonly killAt?: string;
}

/** What a child that lives to the end says. */
export interface ChildReport {
  readonly account: Account;
  readonly steps: Readonly<Record<string, number>>;
}

async function main(): Promise<void> {
  const { stores, round, publish, killAt } = JSON.parse(process.env['MENDQ_CRASH_TASK'] ?? '') as ChildTask;
  const steps = createSteps(killAt);
  const world = await openWorld(stores);
  const letters = lettersOfRound(round);
  if (publish) {
    await world.publish(letters);
    await world.work(true);
  }
  const { house, store } = crashHouse(world, stores.directory, steps.wrap);
  await healToTheEnd(house, world, { forgivesOutages: false });
  const passed = Object.fromEntries(steps.passed);
  const { ledger } = await house.ledger();
  const report: ChildReport = { account: await accountFor(letters, { world, ledger, store }), steps: passed };
  await house.close();
  await world.close();
  process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
}

await main();
