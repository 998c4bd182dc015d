import { afterAll, beforeAll, expect, test } from 'vitest';

import { cliHere } from './cli-here.ts';
import { redisWorld, type RedisWorld } from './redis-world.ts';
import { envelopeOf } from './run-cli.ts';

let world: RedisWorld;

beforeAll(async () => {
  world = await redisWorld();
});
afterAll(() => world.close());

async function here(...words: string[]) {
  const end = await cliHere([...words, '--json', '--actor', 'anna@desk'], { cwd: world.folder });
  return { code: end.code, ...envelopeOf(end) };
}

const jobText = async (id: string) => JSON.stringify((await world.queue.getJob(id))?.toJSON());

test('undo takes a repair back that no worker has started, and the job is what it was', async () => {
  await world.addDead(2);
  const before = await jobText('inv_0');
  await world.queue.pause();
  await cliHere(['heal', '--json'], { cwd: world.folder });
  expect((await world.queue.getJob('inv_0'))?.data).toMatchObject({ tax: true });
  const undone = await here('undo', 'inv_0');
  expect(undone).toMatchObject({ code: 0, status: 'ok', summary: { done: 1 }, items: [{ was: 'replayed', state: 'parked' }] });
  expect(undone.next[1]).toMatch(/^mendq replay letter_/);
  expect(await jobText('inv_0')).toBe(before);
  expect(await world.queue.getFailedCount()).toBe(1);
  expect(await here('undo', 'inv_0')).toMatchObject({ code: 1, status: 'error', error: { code: 'MENDQ_E_CONFLICT' } });
});

test('a parked letter is replayed by order, taken back again, and its page says what can be done', async () => {
  expect(await here('replay', 'inv_0')).toMatchObject({ code: 0, items: [{ was: 'parked', state: 'replayed' }] });
  expect(await here('replay', 'inv_0')).toMatchObject({ code: 1, error: { code: 'MENDQ_E_CONFLICT' } });
  expect(await here('undo', 'inv_0')).toMatchObject({ code: 0, items: [{ state: 'parked' }] });
  const shown = envelopeOf(await cliHere(['show', 'inv_0', '--json'], { cwd: world.folder }));
  expect(shown.next.map((line) => line.split(' ')[1])).toEqual(['replay', 'requeue', 'discard', 'resume']);
  expect(shown.items[0]?.['timeline']).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'recalled', actor: 'anna@desk' })]));
});

test('requeue proves an edited payload, shows it and follows it to its end', async () => {
  expect(await here('requeue', 'inv_0', '--set', '/tax="perhaps"')).toMatchObject({ code: 1, error: { code: 'MENDQ_E_CONFLICT', message: expect.stringContaining('schema-accepts') as string } });
  expect(await here('requeue', 'inv_0')).toMatchObject({ code: 2, error: { code: 'MENDQ_E_USAGE' } });
  expect(await here('requeue', 'inv_0', '--set', '/tax=maybe')).toMatchObject({ code: 2 });
  expect(await here('requeue', 'inv_0', '--set', '/tax=true', '--dry-run')).toMatchObject({ code: 0, items: [], summary: { dryRun: true, patch: [{ op: 'replace', path: '/tax', value: true }] } });
  const told = await cliHere(['requeue', 'inv_0', '--set', '/tax=true', '--dry-run'], { cwd: world.folder });
  expect(told.stdout).toContain('+ /tax true');
  expect(told.stdout).not.toContain('do-not-show');
  world.startWork();
  await world.queue.resume();
  expect(await here('requeue', 'inv_0', '--set', '/tax=true', '--wait')).toMatchObject({ code: 0, items: [{ state: 'healed' }] });
  expect(world.effects.get('inv_0')).toBe(1);
});

test('a group is discarded once that is confirmed, and each letter can be restored', async () => {
  await world.addDead(2, 10);
  const { items: [group] } = envelopeOf(await cliHere(['inspect', '--json'], { cwd: world.folder }));
  const signature = String(group?.['signature']);
  const asked = await here('discard', signature, '--reason', 'test invoices');
  expect(asked).toMatchObject({ code: 2, status: 'error', summary: { letters: 2 } });
  expect(asked.next[1]).toContain(`mendq discard ${signature} --reason 'test invoices' --yes`);
  expect(await world.queue.getFailedCount()).toBe(2);
  const gone = await here('discard', signature, '--reason', 'test invoices', '--yes');
  expect(gone).toMatchObject({ code: 0, summary: { done: 2, refused: 0 }, items: [{ was: 'new', state: 'discarded' }, { state: 'discarded' }] });
  expect(await world.queue.getFailedCount()).toBe(0);
  expect(await here('restore', String(gone.items[0]?.['id']))).toMatchObject({ code: 0 });
  expect(await here('resume', String(gone.items[0]?.['id']))).toMatchObject({ code: 0, summary: { resumed: 1 } });
  expect(await here('discard', 'nobody')).toMatchObject({ code: 1, error: { code: 'MENDQ_E_NOT_FOUND' } });
});
