import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FolderLock, lockFolder } from '../../src/ledger/folder-lock.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';
import { startChild } from './child-process.ts';

let base = '';
let folder = '';
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'mendq-lock-'));
  folder = join(base, 'ledger');
});
afterEach(() => rm(base, { recursive: true }));

const lock = (path = folder) => lockFolder(path, { clock: manualClock() });
const socketsIn = async (path: string) => (await readdir(path)).filter((name) => name.endsWith('.sock'));

describe('a lock', () => {
  test('creates the folder for its user only', async () => {
    const held = await lock();
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    await held.release();
  });

  test('names its holder to the second, in the same process', async () => {
    const held = await lock();
    const refusal = { code: 'MENDQ_E_LEDGER_LOCKED', retryable: true, hint: expect.stringContaining('PostgreSQL') as string };
    await expect(lock()).rejects.toMatchObject(refusal);
    const message = `the ledger ${folder} is in use by .*process ${process.pid} on ${hostname()}, since 2026-01-01T00:00:00.000Z`;
    await expect(lock()).rejects.toThrow(new RegExp(message));
    await held.release();
  });

  test('is found under every name of the folder', async () => {
    const held = await lock();
    await symlink(folder, join(base, 'other-name'));
    await expect(lock(join(base, 'other-name'))).rejects.toMatchObject({ code: 'MENDQ_E_LEDGER_LOCKED' });
    await held.release();
  });

  test('can be taken again after its release, and leaves nothing behind', async () => {
    const first = await lock();
    await first.release();
    await first.release();
    expect(await socketsIn(folder)).toEqual([]);
    const second = await lock();
    await first.release();
    await expect(lock()).rejects.toMatchObject({ code: 'MENDQ_E_LEDGER_LOCKED' });
    await second.release();
  });

  test('holds in a folder whose path is too long for a socket', async () => {
    const deep = join(base, 'x'.repeat(60), 'y'.repeat(60), 'z'.repeat(60));
    const held = await lock(deep);
    await expect(lock(deep)).rejects.toMatchObject({ code: 'MENDQ_E_LEDGER_LOCKED' });
    await held.release();
    await (await lock(deep)).release();
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('mendq-socket-'))).toEqual([]);
  });

  test('goes to one of many who want it at the same moment', async () => {
    for (let round = 0; round < 20; round += 1) {
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => lock()));
      const winners = results.flatMap((result): FolderLock[] => (result.status === 'fulfilled' ? [result.value] : []));
      expect(winners).toHaveLength(1);
      await winners[0]?.release();
    }
  });
});

describe('a folder', () => {
  test('that can not be made or written is refused with what to do', async () => {
    await writeFile(join(base, 'file'), '');
    const refusal = { code: 'MENDQ_E_LEDGER_UNREACHABLE', retryable: false, hint: expect.stringContaining('written') as string };
    await expect(lock(join(base, 'file', 'ledger'))).rejects.toMatchObject(refusal);
    await mkdir(folder, { mode: 0o500 });
    await chmod(base, 0o755);
    await expect(withoutPrivileges(() => lock())).rejects.toMatchObject({ ...refusal, message: expect.stringContaining(folder) as string });
  });
});

describe('other processes', () => {
  test('are refused, and take over from one that was killed', async () => {
    const child = startChild('lock-child.ts', folder);
    expect(await child.line()).toBe('ready');
    child.say('go');
    expect(await child.line()).toBe('locked');
    await expect(lock()).rejects.toThrow(new RegExp(`in use by lock-child.ts \\(process ${child.pid} on `));
    child.kill('SIGKILL');
    expect(await child.ended).toBe('SIGKILL');
    expect(await socketsIn(folder)).toHaveLength(1);
    const held = await lock();
    expect(await socketsIn(folder)).toHaveLength(1);
    await held.release();
  });

  test('that race for the folder of a killed one: one of them gets it', async () => {
    const dead = startChild('lock-child.ts', folder);
    await dead.line();
    dead.say('go');
    await dead.line();
    dead.kill('SIGKILL');
    await dead.ended;
    const racers = Array.from({ length: 5 }, () => startChild('lock-child.ts', folder));
    for (const racer of racers) await racer.line();
    for (const racer of racers) racer.say('go');
    const results = await Promise.all(racers.map((racer) => racer.line()));
    expect(results.filter((result) => result === 'locked')).toHaveLength(1);
    expect(results.filter((result) => result.startsWith('MENDQ_E_LEDGER_LOCKED'))).toHaveLength(4);
    for (const racer of racers) racer.kill('SIGKILL');
    await Promise.all(racers.map(({ ended }) => ended));
  });

  test('that stand still are not taken for dead', async () => {
    const child = startChild('lock-child.ts', folder);
    await child.line();
    child.say('go');
    await child.line();
    child.kill('SIGSTOP');
    await expect(lockFolder(folder, { clock: manualClock(), patience: 200 })).rejects.toThrow(/in use by another process, which does not answer/);
    child.kill('SIGKILL');
    await child.ended;
  });

  test('end by themselves although they hold a lock', async () => {
    const child = startChild('lock-child.ts', folder, 'end');
    await child.line();
    child.say('go');
    expect(await child.line()).toBe('locked');
    expect(await child.ended).toBe(0);
  });
});

test('the socket answers each line with one line', async () => {
  const held = await lock();
  const [name = ''] = await socketsIn(folder);
  const socket = connect(join(folder, name));
  const answers = createInterface({ input: socket })[Symbol.asyncIterator]();
  socket.write('{"request":"holder"}\nnonsense\n{"request":"holder"}\n');
  const holder = { held: true, holder: expect.objectContaining({ pid: process.pid, host: hostname(), since: '2026-01-01T00:00:00.000Z' }) as object, about: {} };
  for (const expected of [holder, { error: 'not a JSON object' }, holder]) expect(JSON.parse(String((await answers.next()).value))).toEqual(expected);
  socket.destroy();
  await held.release();
});

/** Runs as a user who may not write everywhere, as root may. */
async function withoutPrivileges<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.geteuid?.() !== 0) return await work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
