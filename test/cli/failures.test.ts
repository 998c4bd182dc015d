import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { freshDatabase, redisUrl } from '../services.ts';
import { cliHere } from './cli-here.ts';
import { redisWorld } from './redis-world.ts';
import { cli, envelopeOf, startCli, temporaryFolder } from './run-cli.ts';

const USER = 'mendq-cli-test';
const folders: { drop: () => void }[] = [];
let database: Awaited<ReturnType<typeof freshDatabase>>;
let admin: Redis;

beforeAll(async () => {
  database = await freshDatabase();
  admin = new Redis(redisUrl());
  await admin.call('ACL', 'SETUSER', USER, 'on', '>right-password', '~*', '+@all');
});
afterAll(async () => {
  await admin.call('ACL', 'DELUSER', USER);
  admin.disconnect();
  await database.drop();
  for (const folder of folders) folder.drop();
});

/** A folder whose configuration has these queues. */
function folderWith(queues: string, lines = ''): string {
  const folder = temporaryFolder({
    'mendq.config.ts': `import { bullmq } from 'mendq/bullmq';\nexport default { ledger: ${JSON.stringify(database.url)}, ${lines} queues: [${queues}] };`,
  });
  folders.push(folder);
  return folder.path;
}

const CLOSED = "bullmq('closed', { connection: { host: '127.0.0.1', port: 1 } })";
const open = () => `bullmq('open', { connection: ${JSON.stringify(redisUrl())} })`;

test('a server that does not answer is exit code 4, with the address', async () => {
  const end = await cliHere(['inspect', '--json'], { cwd: folderWith(CLOSED) });
  expect(end.code).toBe(4);
  expect(envelopeOf(end)).toMatchObject({ status: 'error', error: { code: 'MENDQ_E_BROKER_UNREACHABLE', message: expect.stringContaining('redis://127.0.0.1:1'), retryable: true } });
});

test('a wrong password is exit code 4 and is never printed', async () => {
  const url = new URL(redisUrl());
  const wrong = `redis://${USER}:wrong-password@${url.host}`;
  const end = await cliHere(['heal', '--json'], { cwd: folderWith(`bullmq('q', { connection: '${wrong}' })`) });
  expect(end.code).toBe(4);
  expect(envelopeOf(end).error).toMatchObject({ code: 'MENDQ_E_BROKER_REFUSED', hint: expect.stringContaining('password') });
  expect(end.stdout + end.stderr).not.toContain('wrong-password');
});

test('a ledger that does not answer is exit code 4, its password masked', async () => {
  const end = await cliHere(['verify', '--json', '--ledger', 'postgres://mendq:a-secret@127.0.0.1:1/mendq'], { cwd: folderWith(open()) });
  expect(end.code).toBe(4);
  expect(envelopeOf(end).error?.code).toBe('MENDQ_E_LEDGER_UNREACHABLE');
  expect(end.stdout + end.stderr).not.toContain('a-secret');
});

test('where one queue of two fails, the other is looked at, and both are told', async () => {
  const cwd = folderWith(`${CLOSED}, ${open()}`);
  const end = await cliHere(['inspect', '--json'], { cwd });
  expect(end.code).toBe(4);
  expect(envelopeOf(end)).toMatchObject({ status: 'partial', summary: { queues: { open: 0 }, failures: [{ queue: 'closed', code: 'MENDQ_E_BROKER_UNREACHABLE' }] } });
  const { stdout, stderr } = await cliHere(['inspect'], { cwd });
  expect(stdout).toContain('no dead letters in open');
  expect(stderr).toContain('MENDQ_E_BROKER_UNREACHABLE');
});

test.each([
  ['a setting that does not exist', 'polcy: { rounds: 3 },', 'polcy'],
  ['a number out of range', 'policy: { rounds: 0 },', 'policy.rounds'],
  ['a token that is too short', "patrol: { wake: { port: 1, token: 'short' } },", 'patrol.wake.token'],
])('%s is told with the file and its place', async (_case, lines, place) => {
  const cwd = folderWith(open(), lines);
  const end = await cliHere(['heal', '--json'], { cwd });
  expect(end.code).toBe(2);
  expect(envelopeOf(end).error).toMatchObject({ code: 'MENDQ_E_CONFIG', message: expect.stringContaining(`${cwd}/mendq.config.ts: ${place}`) });
});

test('--verbose and DEBUG=mendq show the stack, and nothing else does', async () => {
  const cwd = folderWith(CLOSED);
  expect((await cliHere(['inspect'], { cwd })).stderr).not.toMatch(/\n\s+at /);
  expect((await cliHere(['inspect', '--verbose'], { cwd })).stderr).toMatch(/\n\s+at .*\ncaused by /s);
  expect((await cliHere(['inspect', '--json'], { cwd, variables: { DEBUG: 'mendq*' } })).stderr).toMatch(/\n\s+at /);
});

test('a connection that the configuration file opened does not keep the process alive', async () => {
  const cwd = folderWith(open(), '...(setInterval(() => undefined, 1000) && {}),');
  expect((await cli(['inspect'], { cwd })).code).toBe(0);
});

test('an error that nobody handles is one JSON object and exit code 1', async () => {
  const cwd = folderWith(open(), "...(setTimeout(() => { throw new Error('idle client lost'); }, 0) && {}),");
  const end = await cli(['inspect', '--json'], { cwd });
  expect(end.code).toBe(1);
  expect(envelopeOf(end).error).toMatchObject({ code: 'MENDQ_E_INTERNAL', message: 'idle client lost' });
});

test('a reader that goes away early is no error', async () => {
  const running = startCli(['explain'], { cwd: folderWith(open()) });
  running.child.stdout.destroy();
  const { code, stderr } = await running.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('--fail-on waiting is exit code 3, and without it a waiting letter is no failure', async () => {
  const world = await redisWorld({ lines: "errors: { TypeError: 'defect' }," });
  try {
    await world.addDead(1);
    const cwd = world.folder;
    expect((await cliHere(['plan', '--fail-on', 'waiting'], { cwd })).code).toBe(3);
    const healed = await cliHere(['heal', '--json'], { cwd });
    expect(healed.code).toBe(0);
    expect(envelopeOf(healed)).toMatchObject({ status: 'ok', summary: { waiting: 1, outcomes: { escalated: 1 } } });
    expect((await cliHere(['heal', '--fail-on', 'waiting'], { cwd })).code).toBe(3);
    expect((await cliHere(['inspect'], { cwd, variables: { MENDQ_FAIL_ON: 'waiting' } })).code).toBe(3);
  } finally {
    await world.close();
  }
});
