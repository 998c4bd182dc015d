import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { toFrame } from '../../src/beside/frames.ts';
import { CALLS } from '../../src/beside/methods.ts';
import { standingOf, toAbout, type Standing } from '../../src/beside/protocol.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { LedgerHolder } from '../../src/beside/beside.ts';
import { lockFolder } from '../../src/ledger/folder-lock.ts';
import { listenInFolder } from '../../src/local-socket/listen-in-folder.ts';
import { createMendq, type Mendq, type MendqOptions } from '../../src/mendq.ts';
import { memory, type MemoryQueue } from '../../src/queues/memory/memory.ts';
import { until } from '../cli/run-cli.ts';

let base = '';
let folder = '';
let queue: MemoryQueue;
/** Of each test its own: letters of one kind wait for the outcomes of each other. */
let job = '';
let tests = 0;
const open: Mendq[] = [];

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'mendq-beside-'));
  folder = join(base, 'ledger');
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((mendq) => mendq.close()));
});
afterAll(() => rm(base, { recursive: true, force: true }));

class Junk extends Error {
  override readonly name = 'Junk';
}

/** Another healer on the same ledger. */
function healer(options: MendqOptions & { readonly effects?: 'none' | 'external' } = {}): Mendq {
  const { effects = 'none', ...rest } = options;
  const shared = { ...queue, jobs: { [job]: { effects } } };
  const config = { queues: [shared], ledger: folder, archive: join(base, 'archive'), errors: { Error: 'transient' as const, Junk: 'hopeless' as const }, policy: { backoff: { base: 1, factor: 1, cap: 1 } } };
  const mendq = createMendq(config, rest);
  open.push(mendq);
  return mendq;
}

async function dead(count: number, error = new Error('connect ECONNREFUSED 10.0.0.1:80')): Promise<void> {
  tests += 1;
  job = `send-${'abcdefghijklmnop'[tests] ?? ''}`;
  queue = memory(`parcels-${tests}`, { clock: systemClock });
  for (let id = 0; id < count; id += 1) queue.add(job, { id }, { attempts: 1 });
  await queue.work(() => { throw error; });
}

test('every method answers through the holder as it answers in the holder itself', async () => {
  await dead(3);
  const holder = healer({ configFile: '/app/mendq.config.ts' });
  await holder.verify();
  const holders: LedgerHolder[] = [];
  const other = healer({ onHolder: (found) => holders.push(found) });

  expect(await other.inspect()).toEqual(await holder.inspect());
  expect(await other.plan()).toEqual(await holder.plan());
  expect(await other.doctor()).toEqual(await holder.doctor());
  const events: string[] = [];
  const inHolder: string[] = [];
  other.on('letter-decided', ({ letter }) => events.push(letter.id));
  holder.on('letter-decided', ({ letter }) => inHolder.push(letter.id));
  const report = await other.heal();
  expect(report).toMatchObject({ decided: 3, interrupted: false });
  expect(events.toSorted()).toEqual(report.letters.map(({ letter }) => letter.id).toSorted());
  expect(inHolder).toEqual(events);
  const [first = ''] = events;
  expect(await other.show(first)).toEqual(await holder.show(first));
  expect((await other.show(first)).record.letter.body).toBeInstanceOf(Uint8Array);
  expect(await other.verify()).toEqual(await holder.verify());
  expect(await other.resume('s1:none', 'mina')).toBeUndefined();
  expect(await other.isBlocked({ kind: 'tenant', value: 'acme' })).toBeUndefined();
  expect(await other.unblock({ kind: 'tenant', value: 'acme' })).toBe(false);
  await expect(other.show('letter_none')).rejects.toMatchObject({ code: 'MENDQ_E_NOT_FOUND', hint: expect.stringContaining('mendq inspect') as string });
  await expect(other.inspect({ queues: ['none'] })).rejects.toMatchObject({ code: 'MENDQ_E_USAGE' });
  expect(holders[0]).toMatchObject({ pid: process.pid, patrols: false, config: '/app/mendq.config.ts', sameConfiguration: true });
});

test('a letter is restored through the holder, once, by whom the caller says', async () => {
  await dead(1, new Junk('nonsense'));
  await healer().verify();
  const other = healer();
  const { letters: [letter] } = await other.heal();
  expect(letter?.outcome).toBe('discarded');
  const id = letter?.letter.id ?? '';
  expect(await other.restore(id, 'mina')).toMatchObject({ kind: 'restored' });
  expect((await other.show(id)).events).toContainEqual(expect.objectContaining({ type: 'restored', actor: 'mina' }));
});

test('the holder learns of no event of its own passes to the caller, and a caller is told where configurations differ', async () => {
  await dead(1);
  const holder = healer();
  await holder.verify();
  const holders: LedgerHolder[] = [];
  const other = healer({ effects: 'external', onHolder: (found) => holders.push(found) });
  let seen = 0;
  other.on('letter-decided', () => (seen += 1));
  await Promise.all([holder.heal(), other.verify()]);
  expect(seen).toBe(0);
  expect(holders.at(-1)).toMatchObject({ sameConfiguration: false });
});

test('a heal whose holder closes is ended there after the letters in hand, done here, and reported as one', async () => {
  await dead(30);
  const holder = healer();
  await holder.verify();
  const other = healer();
  const decided = new Set<string>();
  other.on('letter-decided', ({ letter }) => decided.add(letter.id));
  const replayed = new Set<string>();
  let closing: Promise<void> | undefined;
  other.on('letter-replayed', ({ letter }) => {
    replayed.add(letter.id);
    closing ??= holder.close();
  });
  const work = setInterval(() => void queue.work(() => undefined), 20);
  const report = await other.heal({ wait: true, timeout: 40_000 }).finally(() => clearInterval(work));
  await closing;
  expect(report).toMatchObject({ decided: 30, replayed: 30, unfinished: 0, interrupted: false });
  expect(report.letters).toHaveLength(30);
  expect(new Set(report.letters.map(({ outcome }) => outcome))).toEqual(new Set(['healed']));
  expect({ decided: decided.size, replayed: replayed.size }).toEqual({ decided: 30, replayed: 30 });
  expect([...queue.replays.values()].filter((times) => times !== 1)).toEqual([]);
});

test('the caller ends its heal in the holder, and the holder goes on', async () => {
  await dead(5);
  const holder = healer();
  await holder.verify();
  const stop = new AbortController();
  const other = healer();
  other.on('letter-replayed', () => stop.abort());
  const report = await other.heal({ wait: true, signal: stop.signal, timeout: 40_000 });
  expect(report.interrupted).toBe(true);
  expect(await holder.verify()).toMatchObject({ broken: [] });
});

test('a second patrol is refused while one runs; one that meets a short command waits for it', async () => {
  await dead(0);
  const short = healer();
  await short.verify();
  const stop = new AbortController();
  const patrolling = healer();
  let started = false;
  const running = patrolling.patrol({ signal: stop.signal, onStarted: () => { started = true; } });
  await short.close();
  await until(() => started);
  const holders: LedgerHolder[] = [];
  const other = healer({ onHolder: (found) => holders.push(found) });
  await other.verify();
  expect(holders).toMatchObject([{ patrols: true }]);
  await expect(other.patrol()).rejects.toMatchObject({ code: 'MENDQ_E_LEDGER_LOCKED', hint: expect.stringContaining('PostgreSQL') as string });
  stop.abort();
  await running;
});

test('two who start at the same moment both get their answer', async () => {
  await dead(2);
  const all = Array.from({ length: 4 }, () => healer());
  const answers = await Promise.all(all.map(async (mendq) => {
    const { letters } = await mendq.inspect();
    await mendq.close();
    return letters;
  }));
  expect(answers).toEqual([2, 2, 2, 2]);
});

test.each<[string, Partial<Standing> | undefined, RegExp]>([
  ['of an earlier release that takes no calls', undefined, /is in use by/],
  ['with another protocol', { protocol: 99, release: '9.0.0' }, /held by mendq 9\.0\.0 .* with which mendq \d+\.\d+\.\d+ can't speak/],
  ['on a later node', { format: 99, node: 'v99.0.0' }, /held by node v99\.0\.0 .* with which node v\d+\.\d+\.\d+ can't speak/],
])('a holder %s is named, with what to do', async (_, standing, message) => {
  await dead(0);
  const about = standing === undefined ? {} : toAbout(standingOf({ state: 'open', release: '0.0.0', config: '', socket: 'calls-none.sock', ...standing }));
  const lock = await lockFolder(folder, { clock: systemClock, about });
  const refused = healer().verify();
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.toMatchObject({ code: 'MENDQ_E_LEDGER_LOCKED', hint: expect.stringMatching(/release|PostgreSQL/) as string });
  await lock.release();
});

test('every method that acts or looks may be called from outside, and no other', async () => {
  await dead(0);
  const kept = new Set(['on', 'patrol', 'close']);
  expect(Object.keys(healer()).filter((name) => !kept.has(name)).toSorted()).toEqual(Object.keys(CALLS).toSorted());
});

test('where the holder breaks off, what may be repeated is repeated, and what may not is told', async () => {
  await dead(0);
  let calls = 0;
  const lock = await lockFolder(folder, { clock: systemClock, about: toAbout(standingOf({ state: 'open', release: '0.0.0', config: '', socket: 'calls-0.sock' })) });
  const breaking = createServer((socket) => {
    calls += 1;
    socket.on('error', () => undefined);
    socket.end(toFrame({ kind: 'accepted' }));
    if (calls === 3) void lock.release();
  });
  await listenInFolder(breaking, folder, 'calls-0.sock');
  const other = healer();
  await expect(other.resume('s1:none', 'mina')).rejects.toMatchObject({ code: 'MENDQ_E_INTERRUPTED', hint: expect.stringContaining('run it again') as string });
  expect(calls).toBe(1);
  expect(await other.verify()).toMatchObject({ broken: [] });
  expect(calls).toBe(3);
  breaking.close();
});

test('a holder whose socket is gone is not asked for ever', async () => {
  await dead(0);
  const lock = await lockFolder(folder, { clock: systemClock, about: toAbout(standingOf({ state: 'open', release: '0.0.0', config: '', socket: 'calls-none.sock' })) });
  await expect(healer().verify()).rejects.toMatchObject({ code: 'MENDQ_E_LEDGER_LOCKED', message: expect.stringContaining('does not answer "verify"') as string });
  await lock.release();
});
