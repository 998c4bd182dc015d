import { afterAll, beforeAll, expect, test } from 'vitest';

import { cliHere } from './cli-here.ts';
import { redisWorld, type RedisWorld } from './redis-world.ts';
import { envelopeOf, until } from './run-cli.ts';

const ANSWER = { evidence: [], explanation: 'The producer writes levy.\u001b[2J', verdict: 'repair', programs: [{ operations: [{ operation: 'rename-key', path: '/?1', argument: '/tax' }] }] };

let world: RedisWorld;

beforeAll(async () => {
  world = await redisWorld({ before: "import { scriptedModel } from 'mendq/testing';\n", lines: `model: scriptedModel([{ signature: '*', answer: ${JSON.stringify(ANSWER)} }]),` });
});
afterAll(() => world.close());

async function here(...words: string[]) {
  const end = await cliHere([...words, '--json'], { cwd: world.folder });
  return { code: end.code, ...envelopeOf(end) };
}

const told = async (...words: string[]): Promise<string> => (await cliHere(words, { cwd: world.folder })).stdout;

test('before anything was asked, both say so', async () => {
  expect(await here('remedies')).toMatchObject({ code: 0, status: 'nothing_to_do', items: [] });
  expect(await told('remedies')).toContain('no model has been asked');
  expect(await here('spend')).toMatchObject({ code: 0, status: 'nothing_to_do', summary: { tokens: 0, tokenLimit: 1_000_000, moneyLimit: 1 } });
});

test('a decision needs a signature that is known', async () => {
  expect(await here('remedies', 'praise', 's2:x')).toMatchObject({ code: 2, error: { code: 'MENDQ_E_USAGE' } });
  expect(await here('remedies', 'approve')).toMatchObject({ code: 2, error: { message: expect.stringContaining('signature') as string } });
  expect(await here('remedies', 'approve', 's2:x')).toMatchObject({ code: 1, error: { code: 'MENDQ_E_NOT_FOUND' } });
});

test('a proposal is shown with its cause, and heals once it is approved', async () => {
  await world.queue.add('parse', { invoiceId: 'inv_900', levy: true }, { jobId: 'inv_900', attempts: 1 });
  await until(async () => (await world.queue.getFailedCount()) === 1, 60_000);
  await here('heal');
  const { items: [kind], next } = await here('remedies');
  expect(kind).toMatchObject({ verdict: 'repair', model: 'scripted', remedy: { state: 'proposed', does: 'repair', proved: 1, tried: 1 } });
  const signature = String(kind?.['signature']);
  expect(next[0]).toContain(`remedies approve ${signature}`);
  const text = await told('remedies');
  expect(text).toContain('The producer writes levy.');
  expect(text).not.toContain('\u001b[2J');
  expect(await told('inspect')).toContain('The producer writes levy.');
  expect(await here('spend')).toMatchObject({ status: 'ok', summary: { calls: 1 }, items: [{ queue: 'invoices', model: 'scripted', calls: 1, answered: 1, unpriced: 1 }] });
  expect(await told('spend')).toContain('no price');

  expect(await here('remedies', 'approve', signature, '--actor', 'ada')).toMatchObject({ code: 0, summary: { letters: 1 } });
  expect(await here('remedies', 'approve', signature)).toMatchObject({ code: 0, status: 'nothing_to_do' });
  world.startWork();
  await here('heal', '--wait');
  expect(world.effects.get('inv_900')).toBe(1);
  for (const decision of ['pin', 'unpin', 'reject']) expect(await here('remedies', decision, signature)).toMatchObject({ code: 0, status: 'ok' });
  expect((await here('remedies')).items[0]).toMatchObject({ remedy: { state: 'revoked', pinned: false } });
});
