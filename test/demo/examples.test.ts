import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { redisUrl } from '../services.ts';

const ROOT = join(import.meta.dirname, '../..');
const PATIENCE = 120_000;
/** The examples use the names that their readers would use; a database of their own keeps them apart from other tests. */
const DATABASE = 9;

let directory: string;
let redis: Redis;
let running: Running[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mendq-examples-'));
  redis = new Redis(redisUrl(), { db: DATABASE });
  await removeKeys();
});

afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL');
    await ended;
  }
  running = [];
  await removeKeys();
  await redis.quit();
  await rm(directory, { recursive: true, force: true });
});

test('the quickstart heals the job with one safe answer and leaves the other to a person', { timeout: PATIENCE }, async () => {
  const worker = start('examples/quickstart/worker.ts');
  await end(start('examples/quickstart/produce.ts'));
  await until(() => /bob: attempt 3/.test(worker.output()) && /cleo: attempt 3/.test(worker.output()));
  const healing = start('src/cli/main.ts', 'heal', '--wait', '--json', '--config', join(ROOT, 'examples/quickstart/mendq.config.ts'), '--ledger', join(directory, 'ledger'));
  await end(healing);
  const { items } = JSON.parse(healing.output()) as { items: { messageId: string; outcome: string }[] };
  expect(Object.fromEntries(items.map(({ messageId, outcome }) => [messageId, outcome]))).toEqual({ bob: 'healed', cleo: 'escalated' });
  expect((await redis.smembers('welcome-mail-sent')).toSorted()).toEqual(['ada', 'bob']);
});

test('the service heals while its user waits, and says what it can not heal', { timeout: PATIENCE }, async () => {
  const server = start('examples/bullmq-hono/server.ts');
  await until(() => server.output().includes('http://'));
  const address = server.output().trim();
  await post(`${address}/exports/e1`, { tenant: 'acme', format: 'XLSX' });
  await post(`${address}/exports/e2`, { tenant: 'acme', format: 'pdf' });
  await until(async () => (await statusOf(`${address}/exports/e1`)) === 'ready');
  await until(async () => (await statusOf(`${address}/exports/e2`)) === 'somebody looks at it');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

function start(file: string, ...parameters: string[]): Running {
  const url = new URL(redisUrl());
  url.pathname = `/${DATABASE}`;
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), join(ROOT, file), ...parameters], {
    cwd: directory,
    env: { ...process.env, REDIS_URL: url.href, PORT: '0', TSX_TSCONFIG_PATH: join(ROOT, 'tsconfig.json') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
  const started = { child, output: () => output, ended };
  running.push(started);
  return started;
}

async function end({ ended }: Running): Promise<void> {
  expect(await ended).toBe(0);
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE / 2;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('it did not happen in time');
    await delay(50);
  }
}

async function post(address: string, body: object): Promise<void> {
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
  expect(answer.status).toBe(202);
}

async function statusOf(address: string): Promise<string> {
  const answer = (await (await fetch(address)).json()) as { status: string };
  return answer.status;
}

async function removeKeys(): Promise<void> {
  const keys = (await Promise.all(['bull:welcome-mail:*', 'bull:exports:*', 'welcome-mail-sent'].map((pattern) => redis.keys(pattern)))).flat();
  if (keys.length > 0) await redis.del(...keys);
}
