import { afterEach, beforeEach, expect, test } from 'vitest';

import { systemClock, type Clock } from '../../src/core/clock.ts';
import { MendqError } from '../../src/core/errors.ts';
import { createMendq, type Mendq } from '../../src/mendq.ts';
import type { QueueAdapter, QueueDefinition } from '../../src/queues/contract.ts';
import { memory, type MemoryQueue } from '../../src/queues/memory/memory.ts';
import { manualClock, type ManualClock } from '../../src/testing/manual-clock.ts';
import { until } from '../cli/run-cli.ts';
import { freshDatabase } from '../services.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let clock: ManualClock;
let queue: MemoryQueue;
let stop: AbortController;
let mendq: Mendq | undefined;
let running: Promise<void> | undefined;

beforeEach(async () => {
  database = await freshDatabase();
  clock = manualClock();
  queue = memory('parcels', { clock, jobs: { send: { effects: 'none' } } });
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await running;
  await mendq?.close();
  await database.drop();
});

/** Starts a patrol over the queue as `open` opens it; resolves with what happened, as it happens. */
function patrolWith(open: (adapter: Promise<QueueAdapter>) => Promise<QueueAdapter>, planFirst = false, time: Clock = clock) {
  const definition: QueueDefinition = { ...queue, open: (environment) => open(queue.open(environment)) };
  const healer = createMendq({ ...config(), queues: [definition] }, { clock: time });
  mendq = healer;
  const planned = planFirst ? planOnly() : Promise.resolve();
  const seen = { passes: 0, failures: 0, replayed: 0 };
  healer.on('pass-finished', () => (seen.passes += 1));
  healer.on('queue-failed', () => (seen.failures += 1));
  healer.on('letter-replayed', () => (seen.replayed += 1));
  const started = new Promise<{ readonly wake: () => Promise<void> }>((resolve) => {
    running = planned.then(() => healer.patrol({ signal: stop.signal, onStarted: resolve }));
  });
  return { seen, started };
}

function config() {
  return { queues: [queue], ledger: database.url, errors: { Error: 'transient' as const }, policy: { backoff: { base: 1, factor: 1, cap: 1 } } };
}

/** Lets a pass decide what is dead, so that it falls due a moment later. */
async function planOnly(): Promise<void> {
  const healer = createMendq(config(), { clock });
  await healer.heal();
  await healer.close();
}

async function dead(): Promise<void> {
  queue.add('send', { id: 1 }, { attempts: 1 });
  await queue.work(() => {
    throw new Error('connect ECONNREFUSED 10.0.0.1:80');
  });
}

test('a broker that was away is tried again long before the next scheduled pass', async () => {
  await dead();
  let away = true;
  const { seen, started } = patrolWith((adapter) => {
    if (away) throw new MendqError('MENDQ_E_BROKER_UNREACHABLE', 'the broker is away');
    return adapter;
  });
  await started;
  await until(() => seen.failures > 0);
  away = false;
  await until(async () => {
    await clock.advance(1000);
    return seen.passes > 0;
  });
  expect(clock.now().getTime() - Date.parse('2026-01-01')).toBeLessThan(5 * 60_000);
});

test('while replays are in flight, it looks at them now and then and not all the time', async () => {
  await dead();
  let looks = 0;
  const { seen, started } = patrolWith(async (adapter) => {
    const opened = await adapter;
    return { ...opened, progress: (replays) => { looks += 1; return opened.progress(replays); } };
  });
  const { wake } = await started;
  await until(async () => {
    await clock.advance(100);
    return seen.replayed === 1;
  });
  await wake();
  await until(() => seen.passes > 1);
  const before = looks;
  // Time stands still: nothing falls due, so that nothing but a loop that never rests could look again and again.
  await expect(until(() => looks > before + 10, 2000)).rejects.toThrow('in time');
});

test('letters that are due and can not be acted on are not asked for all the time', async () => {
  await dead();
  let opened = 0;
  let away = false;
  const { seen, started } = patrolWith((adapter) => {
    opened += 1;
    if (away) throw new MendqError('MENDQ_E_BROKER_UNREACHABLE', 'the broker is away');
    return adapter;
  }, true, systemClock);
  away = true;
  await started;
  await until(() => seen.failures > 0);
  const before = opened;
  await expect(until(() => opened > before + 5, 2000)).rejects.toThrow('in time');
});
