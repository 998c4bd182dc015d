import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMendq, type Mendq } from '../../../../src/mendq.ts';
import { bullmq } from '../../../../src/queues/bullmq/index.ts';
import { freshDatabase, redisUrl } from '../../../services.ts';
import { redisCopies, type RedisCopies } from './redis-copies.ts';

const SCHEMA = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] } as const;

let on: RedisCopies;
let mendq: Mendq;
let drop: () => Promise<void>;

beforeEach(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  on = await redisCopies('gone');
  const queue = bullmq(on.main.name, {
    connection: redisUrl(),
    prefix: on.main.opts.prefix ?? '',
    deadLetterQueue: on.copies.name,
    jobs: { work: { schema: SCHEMA, effects: 'none' } },
  });
  mendq = createMendq({ ledger: database.url, queues: [queue] });
});

afterEach(async () => {
  await mendq.close();
  await on.close();
  await drop();
});

test('a copied job is repaired, runs once, and the next death of it counts as its next round', async () => {
  await on.die('one', { amount: '12' });
  await mendq.heal();
  expect(await on.run('fail')).toEqual({ id: 'one', payload: { amount: 12 } });
  await mendq.heal();
  const reports = await mendq.show('one');
  expect(reports.record.round).toBe(1);
  expect(reports.others).toMatchObject([{ state: 'returned', round: 0 }]);
});

test('a copy in an unknown wrapper goes to a person with the reason, and nothing of it is changed', async () => {
  await on.copies.add('dead', { was: 'one', amount: '12' });
  await on.die('two', { amount: '12' });
  await mendq.heal();
  expect(await on.run('complete')).toEqual({ id: 'two', payload: { amount: 12 } });
  expect(await on.run('complete')).toBeUndefined();
  const [copy] = await on.copies.getJobs(['waiting']);
  expect(copy?.data).toEqual({ was: 'one', amount: '12' });
  const { record } = await mendq.show(copy?.id ?? '');
  expect(record).toMatchObject({ state: 'escalated', decision: { diagnosis: { rule: 'unclear-message' } } });
  expect(record.why).toContain('its wrapper is not known');
});
