import { join } from 'node:path';
import { heal } from '../../src/actions/heal.ts';
import { folderArchive } from '../../src/archive/archive.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { Emit } from '../../src/core/events.ts';
import { createHouse, type House } from '../../src/house.ts';
import { openLedger } from '../../src/open-ledger.ts';
import { accountFor, type Account } from './account.ts';
import { openEmbeddedWorld } from './embedded-world.ts';
import { openRedisWorld } from './redis-world.ts';
import { lettersOfRound } from './scenario.ts';
import { createSteps, type Steps } from './steps.ts';
import type { World } from './world.ts';

/** What the parent tells a child. */
export interface ChildTask {
  readonly broker: 'embedded' | 'bullmq-redis';
  readonly directory: string;
  readonly redisUrl: string;
  readonly databaseUrl: string;
  readonly prefix: string;
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

/** Passes after which a round that does not end counts as stuck. */
const MOST_PASSES = 200;

const silent: Emit = () => undefined;

async function main(): Promise<void> {
  const task = JSON.parse(process.env['MENDQ_CRASH_TASK'] ?? '') as ChildTask;
  const steps = createSteps(task.killAt);
  const world = task.broker === 'embedded' ? await openEmbeddedWorld(task.directory) : await openRedisWorld(task.redisUrl, task.databaseUrl, task.prefix);
  const letters = lettersOfRound(task.round);
  if (task.publish) {
    await world.publish(letters);
    await world.work(true);
  }
  const store = folderArchive(join(task.directory, 'archive'), systemClock);
  const house = stepHouse(world, store, task, steps);
  await healToTheEnd(house, world);
  const passed = Object.fromEntries(steps.passed);
  const { ledger } = await house.ledger();
  const report: ChildReport = { account: await accountFor(letters, world, ledger, store), steps: passed };
  await house.close();
  await world.close();
  process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
}

function stepHouse(world: World, store: ReturnType<typeof folderArchive>, task: ChildTask, steps: Steps): House {
  const policy = { backoff: { base: 20, factor: 2, cap: 40 }, lease: 400, holdRetry: 30, settleAfter: 2000, canary: [1, 10, 100], breaker: { returnRate: 0.5, minimum: 3, coolDown: 50 } };
  const queue = { ...world.queue, open: async (environment: Parameters<typeof world.queue.open>[0]) => steps.wrap('queue', await world.queue.open(environment)) };
  return createHouse(
    { queues: [queue], ledger: world.ledger, archive: steps.wrap('archive', store), errors: { EmptyFileError: 'hopeless' }, policy },
    {
      clock: systemClock,
      directory: task.directory,
      emit: silent,
      openLedger: async (...parameters) => {
        const opened = await openLedger(...parameters);
        return { ...opened, ledger: steps.wrap('ledger', opened.ledger) };
      },
    },
  );
}

/** Heals and works in turn: the worker never runs while a step may be killed, so that only mendq's own faults are counted. */
async function healToTheEnd(house: House, world: World): Promise<void> {
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const report = await heal(house, {}, silent);
    const [failure] = report.failures;
    if (failure !== undefined) throw failure.error;
    if (report.unfinished === 0 && report.decided === 0) return;
    await world.work(false);
    await systemClock.sleep(20);
  }
}

await main();
