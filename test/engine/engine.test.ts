import { createPostgresBackend, Queue } from 'bullmq';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { startEngine, type Engine, type EngineTask } from '../../src/engine/engine.ts';
import { until } from '../cli/run-cli.ts';
import { freshDatabase } from '../services.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
const engines: Engine[] = [];
const queues: { close(): Promise<void> }[] = [];
const complaints: string[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  complaints.length = 0;
});
afterEach(async () => {
  await Promise.all(engines.splice(0).map((started) => started.close()));
  await Promise.all(queues.splice(0).map((opened) => opened.close()));
  await database.drop();
});

const connection = () => ({ connectionString: database.url, schema: 'mendq_engine', migrate: true, max: 3 });

/** An engine of one process, with what it ran. */
async function engine(every: number, run: (task: EngineTask) => Promise<void> = async () => undefined): Promise<{ readonly started: Engine; readonly ran: string[] }> {
  const ran: string[] = [];
  const started = await startEngine({ connection: connection(), every, onError: (error) => complaints.push(error.message), run: (task) => { ran.push(task); return run(task); } });
  engines.push(started);
  return { started, ran };
}

/** The queue as another release sees it. */
function theirQueue() {
  const opened = new Queue('mendq-patrol', { connection: connection() }, createPostgresBackend);
  queues.push(opened);
  return opened;
}

const schedule = async () => (await theirQueue().getJobSchedulers()).map(({ key, every }) => ({ key, every: Number(every) }));

test('engines that start at the same moment on an empty database share one schedule', async () => {
  await Promise.all([engine(60_000), engine(60_000), engine(60_000)]);
  expect(await schedule()).toEqual([{ key: 'tick', every: 60_000 }]);
  expect(complaints).toEqual([]);
});

test('the engine that started last sets the schedule, and it stays, also after ticks and after one has left', async () => {
  const first = await engine(1000);
  await until(() => first.ran.filter((task) => task === 'tick').length >= 1);
  const second = await engine(1500);
  expect(await schedule()).toEqual([{ key: 'tick', every: 1500 }]);
  const ticks = () => [...first.ran, ...second.ran].filter((task) => task === 'tick').length;
  const before = ticks();
  await until(() => ticks() >= before + 3);
  expect(await schedule()).toEqual([{ key: 'tick', every: 1500 }]);
  await second.started.close();
  engines.splice(engines.indexOf(second.started), 1);
  expect(await schedule()).toEqual([{ key: 'tick', every: 1500 }]);
  const alone = first.ran.length;
  await until(() => first.ran.length > alone);
  expect(complaints).toEqual([]);
});

test('a task of another release reaches whoever runs the work', async () => {
  const { ran } = await engine(60_000);
  await theirQueue().add('sweep-everything', {});
  await until(() => ran.includes('sweep-everything'));
  expect(complaints).toEqual([]);
});

test('a request is carried out by one of the engines, and one that comes meanwhile leads to one more', async () => {
  let running = 0;
  let most = 0;
  let finish = (): void => undefined;
  const held = new Promise<void>((resolve) => { finish = resolve; });
  const run = async (task: EngineTask): Promise<void> => {
    if (task !== 'wake') return;
    running += 1;
    most = Math.max(most, running);
    await held;
    running -= 1;
  };
  const first = await engine(60_000, run);
  const second = await engine(60_000, run);
  const wakes = () => [...first.ran, ...second.ran].filter((task) => task === 'wake').length;
  await first.started.request('wake');
  await until(() => running === 1);
  for (let times = 0; times < 5; times += 1) await second.started.request('wake');
  finish();
  await until(() => wakes() === 2 && running === 0);
  expect(most).toBe(1);
});

test('tables of a later major release are not touched', async () => {
  await engine(60_000);
  await Promise.all(engines.splice(0).map((started) => started.close()));
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('ALTER TABLE mendq_engine.migration ADD COLUMN IF NOT EXISTS min_client_version integer');
  await client.query('UPDATE mendq_engine.migration SET min_client_version = 99');
  await client.end();
  await expect(engine(60_000)).rejects.toMatchObject({ code: 'MENDQ_E_LEDGER_TOO_NEW', hint: expect.stringContaining('newer') as string });
});
