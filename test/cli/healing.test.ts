import { afterAll, beforeAll, expect, test } from 'vitest';

import { cliHere } from './cli-here.ts';
import { QUEUE, redisWorld, type RedisWorld } from './redis-world.ts';
import { cli, envelopeOf } from './run-cli.ts';

let world: RedisWorld;

beforeAll(async () => {
  world = await redisWorld();
});
afterAll(() => world.close());

const here = (...words: string[]) => cliHere([...words, '--json'], { cwd: world.folder });

test('where nothing is dead, inspect says what was looked at and when', async () => {
  const { code, stdout } = await cliHere(['inspect'], { cwd: world.folder });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^no dead letters in invoices \(looked at 1 queue at \d\d:\d\d:\d\d\)\n$/);
  expect(envelopeOf(await here('plan'))).toMatchObject({ status: 'nothing_to_do', summary: { letters: 0 }, next: [] });
});

test('inspect sorts and counts, plan decides, and neither changes anything', async () => {
  await world.addDead(3);
  const deadJobs = async () => JSON.stringify(await world.queue.getFailed());
  const before = await deadJobs();
  const inspected = await cli(['inspect', '--json'], { cwd: world.folder, variables: { NOISE: 'on' } });
  expect(inspected.code).toBe(0);
  expect(inspected.stderr).toContain('noise of the configuration file');
  const { items: [group], summary, next } = envelopeOf(inspected);
  expect(summary).toMatchObject({ letters: 3, groups: 1, waiting: 0, queues: { [QUEUE]: 3 } });
  expect(group).toMatchObject({ queue: QUEUE, name: 'parse', letters: 3, states: { new: 3 } });
  expect(next).toContain(`mendq show ${String(group?.['example'])}`);

  const planned = envelopeOf(await here('plan'));
  expect(planned.summary).toMatchObject({ letters: 3, verdicts: { repair: 3 } });
  expect(planned.items[0]).toMatchObject({ before: { tax: 'TRUE', apiKey: '[redacted]' }, after: { tax: true, apiKey: '[redacted]' } });
  expect(await deadJobs()).toBe(before);
});

test('a limit is kept and said', async () => {
  expect(envelopeOf(await here('plan', '--limit', '2')).summary).toMatchObject({ letters: 2, truncated: true });
});

test('show finds a letter that no pass has seen, by either id, and stores nothing', async () => {
  const { items: [group] } = envelopeOf(await here('inspect'));
  for (const id of [String(group?.['example']), 'inv_1']) {
    const { items: [letter], summary } = envelopeOf(await here('show', id));
    expect(summary).toMatchObject({ state: 'seen', recorded: false });
    expect(letter).toMatchObject({ queue: QUEUE, plan: { verdict: 'repair' }, patch: [{ op: 'replace', path: '/tax', value: true }], timeline: [] });
  }
  expect(envelopeOf(await here('inspect')).items[0]).toMatchObject({ states: { new: 3 } });
});

test('heal --wait heals, hooks may print what they like, and the second has nothing to do', async () => {
  world.startWork();
  const healed = await cli(['heal', '--wait', '--json'], { cwd: world.folder, variables: { NOISE: 'on' } });
  expect(healed.stderr).toContain('noise of a hook');
  expect(envelopeOf(healed)).toMatchObject({ command: 'heal', status: 'ok', summary: { letters: 3, decided: 3, replayed: 3, outcomes: { healed: 3 }, unfinished: 0, waiting: 0 } });
  expect(healed.code).toBe(0);
  expect([...world.effects.values()]).toEqual([1, 1, 1]);
  expect(envelopeOf(await here('heal', '--wait'))).toMatchObject({ status: 'nothing_to_do', summary: { letters: 0 } });
});

test('show tells the whole story, redacted', async () => {
  const { code, stdout } = await cliHere(['show', 'inv_1'], { cwd: world.folder });
  expect(code).toBe(0);
  for (const words of ['state    healed', 'Why', '- /tax "TRUE"', '+ /tax true', 'replayed', '[redacted]']) expect(stdout).toContain(words);
  expect(stdout).not.toContain('do-not-show');
});

test('a letter that is nowhere is not found', async () => {
  const end = await here('show', 'letter_000000000000000000000000');
  expect(end.code).toBe(1);
  expect(envelopeOf(end).error?.code).toBe('MENDQ_E_NOT_FOUND');
});

test('only archived letters can be restored', async () => {
  const end = await here('restore', 'inv_1');
  expect(end.code).toBe(1);
  expect(envelopeOf(end).error).toMatchObject({ code: 'MENDQ_E_NOT_FOUND', hint: expect.stringContaining('mendq show') });
});

test('verify recomputes the chains and doctor finds everything in order', async () => {
  expect(envelopeOf(await here('verify'))).toMatchObject({ status: 'ok', summary: { letters: 3, broken: 0 } });
  const doctor = await here('doctor');
  expect(doctor.code).toBe(0);
  expect(envelopeOf(doctor)).toMatchObject({ status: 'ok', summary: { errors: 0, node: process.version } });
});

test('a queue that is not configured is wrong usage that names those that are', async () => {
  const end = await here('inspect', '--queue', 'payments');
  expect(end.code).toBe(2);
  expect(envelopeOf(end).error).toMatchObject({ code: 'MENDQ_E_USAGE', hint: expect.stringContaining(QUEUE) });
});
