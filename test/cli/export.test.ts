import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { CorpusLetter } from '../../src/core/corpus-letter.ts';
import { cliHere } from './cli-here.ts';
import { QUEUE, redisWorld, type RedisWorld } from './redis-world.ts';
import { envelopeOf } from './run-cli.ts';

let world: RedisWorld;

beforeAll(async () => {
  world = await redisWorld({ lines: 'policy: { canary: [100] },' });
  await world.addDead(3);
});
afterAll(() => world.close());

const run = (...words: readonly string[]) => cliHere(words, { cwd: world.folder });
const lettersIn = (text: string): readonly CorpusLetter[] => text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as CorpusLetter);

test('before anything is switched on, the queue tells what mendq would decide', async () => {
  expect(await run('export')).toMatchObject({ code: 0, stdout: '', stderr: '0 letters, 0 of them with what was right\n' });
  const end = await run('export', '--from-queue', '--raw', '--out', 'queue.jsonl');
  expect(end.code).toBe(0);
  expect(end.stderr).toBe('Nothing is hidden in these letters: they hold payloads, errors and stacks as they are.\n');
  expect(end.stdout).toBe('3 letters, 0 of them with what was right, in queue.jsonl\n\nNext:\n  mendq eval queue.jsonl\n');
  const evaluated = envelopeOf(await run('eval', 'queue.jsonl', '--json'));
  expect(evaluated.summary).toMatchObject({ letters: 3, unlabelled: 3 });
  expect(evaluated.items.map(({ verdict, repairedPayload }) => [verdict, (repairedPayload as { tax: unknown }).tax])).toEqual(Array.from({ length: 3 }, () => ['repair', true]));
  expect(await world.queue.getFailedCount()).toBe(3);
});

test('what is to be hidden is hidden, and a note says what that costs', async () => {
  const end = await run('export', '--from-queue', '--queue', QUEUE);
  expect(end.stdout + end.stderr).not.toContain('do-not-show');
  expect(lettersIn(end.stdout)).toMatchObject(Array.from({ length: 3 }, () => ({ redacted: true, payload: { apiKey: '[redacted]', tax: 'TRUE' } })));
  expect(end.stderr).toContain("Values are hidden in 3 letters: eval decides them but can't score them. --raw writes them as they are.\n");
});

test('with --json the letters are the items of the one object', async () => {
  const end = await run('export', '--from-queue', '--limit', '2', '--json');
  expect(end.code).toBe(0);
  const { status, summary, items } = envelopeOf(end);
  expect({ status, summary }).toEqual({ status: 'ok', summary: { letters: 2, labelled: 0, hidden: 2, leftOut: 0, truncated: true, interrupted: false, raw: false } });
  expect(items.map(({ queue, jobName }) => [queue, jobName])).toEqual([[QUEUE, 'parse'], [QUEUE, 'parse']]);
});

test('what came of letters is what they are scored by', async () => {
  world.startWork();
  expect((await run('heal', '--wait')).code).toBe(0);
  const end = await run('export', '--raw', '--state', 'healed', '--since', '1d', '--out', 'healed.jsonl', '--json');
  expect(envelopeOf(end)).toMatchObject({ status: 'ok', summary: { letters: 3, labelled: 3, truncated: false, out: 'healed.jsonl', raw: true }, items: [], next: ['mendq eval healed.jsonl'] });
  expect(lettersIn(readFileSync(join(world.folder, 'healed.jsonl'), 'utf8'))[0]).toMatchObject({ expected: { verdict: 'repair', repairedPayload: { tax: true, apiKey: 'do-not-show' } } });
  const evaluated = await run('eval', 'healed.jsonl', '--json');
  expect({ code: evaluated.code, summary: envelopeOf(evaluated).summary }).toMatchObject({ code: 0, summary: { letters: 3, right: 3, harmful: 0, healedRate: 1 } });
  for (const choice of [['--state', 'discarded'], ['--since', '2999-01-01'], ['--queue', 'other']]) expect((await run('export', '--raw', ...choice)).stdout).toBe('');
});

test('a file that is there is not replaced unless that is said, and nothing is left of what failed', async () => {
  writeFileSync(join(world.folder, 'mine.jsonl'), 'mine');
  const refused = await run('export', '--out', 'mine.jsonl');
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('mine.jsonl is there already');
  expect((await run('export', '--out', 'mine.jsonl', '--force')).code).toBe(0);
  expect(lettersIn(readFileSync(join(world.folder, 'mine.jsonl'), 'utf8')).length).toBe(3);
  expect((await run('export', '--out', 'never.jsonl', '--from-queue', '--queue', 'nowhere')).code).toBe(2);
  expect(existsSync(join(world.folder, 'never.jsonl'))).toBe(false);
});

test.each([['--state', 'dead'], ['--since', 'yesterday']])('%s %s is wrong usage', async (...words) => {
  expect((await run('export', ...words)).code).toBe(2);
});
