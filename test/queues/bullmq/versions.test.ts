import { createRequire } from 'node:module';
import type * as installed from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bullmq } from '../../../src/queues/bullmq/index.ts';
import { redisUrl } from '../../services.ts';
import { onlyLetter, removeOrder, replayOrder } from '../../conformance/queue-suite.ts';
import { environment, type BullmqFixture } from './bullmq-fixture.ts';
import { postgresFixture, serverStore } from './postgres-fixture.ts';
import { redisFixture, type RedisFixture } from './redis-fixture.ts';

const require = createRequire(import.meta.url);
const bullmqOf = (release: string): typeof installed => require(release) as typeof installed;

/** Each release with one of another major. */
const CROSSED = [['bullmq-5-66', 'bullmq'], ['bullmq-5-81', 'bullmq'], ['bullmq', 'bullmq-5-66'], ['bullmq', 'bullmq-5-81']] as const;

describe.each(CROSSED)('workers of %s, and %s with mendq', (theirs, ours) => {
  let on: RedisFixture;
  beforeEach(async () => void (on = await redisFixture({ module: bullmqOf(theirs) })));
  afterEach(async () => on.close());

  test('are told apart before anything is opened, and a queue of the own major beside them is healed', async () => {
    await on.die('one', {});
    const opening = bullmq(on.queue.name, { connection: redisUrl(), prefix: on.prefix, bullmq: bullmqOf(ours) }).open(environment());
    await expect(opening).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_VERSION', hint: expect.stringMatching(/bullmq@[56]/) });
    const beside = await redisFixture({ module: bullmqOf(ours) });
    await beside.die('two', {});
    expect(await beside.adapter.replay([replayOrder(await onlyLetter(beside.adapter), 'r1')])).toMatchObject([{ kind: 'done' }]);
    await beside.close();
    expect(await on.whereabouts('one')).toBe('failed');
  });

  test('that replace those of the own major while mendq runs: nothing is replayed, removed, put back or read any more', async () => {
    await on.die('one', {});
    await on.die('two', {});
    const [one, two] = (await on.adapter.read()).letters;
    if (one === undefined || two === undefined) throw new Error('letters are missing');
    await on.adapter.remove([removeOrder(two, 'd2')]);
    const before = await on.redis.hgetall(on.key('one'));
    const deployed = new (bullmqOf(ours).Queue)(on.queue.name, { connection: { host: on.redis.options.host ?? '', port: on.redis.options.port ?? 0 }, prefix: on.prefix });
    await deployed.waitUntilReady();
    await expect.poll(async () => deployed.getVersion()).toContain(`bullmq:${ours === 'bullmq' ? 6 : 5}.`);
    for (const act of [
      async () => on.adapter.replay([replayOrder(one, 'r1')]),
      async () => on.adapter.remove([removeOrder(one, 'd1')]),
      async () => on.adapter.restore([two]),
      async () => on.adapter.read(),
    ]) await expect(act()).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_VERSION', retryable: false });
    expect(await on.redis.hgetall(on.key('one'))).toEqual(before);
    expect(await on.redis.zrange(on.key('failed'), 0, -1)).toEqual(['one']);
    await deployed.close();
  });
});

test('a deployment within one major disturbs nothing', async () => {
  const on = await redisFixture({ module: bullmqOf('bullmq-5-66') });
  await on.die('one', {});
  const letter = await onlyLetter(on.adapter);
  await on.redis.hset(on.key('meta'), 'version', 'bullmq:5.81.5');
  expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'done', earlier: false }]);
  await on.close();
});

describe('in PostgreSQL', () => {
  let store: Awaited<ReturnType<typeof serverStore>>;
  let on: BullmqFixture;
  beforeAll(async () => void (store = await serverStore()), 60_000);
  afterAll(async () => store.stop());
  beforeEach(async () => void (on = await postgresFixture(store)));
  afterEach(async () => on.close());

  test('a queue that another major takes over while mendq runs is left as it is', async () => {
    await on.die('one', {});
    const letter = await onlyLetter(on.adapter);
    await store.pool.query(`UPDATE bullmq.meta SET value = 'bullmq:7.0.0' WHERE queue = $1 AND field = 'version'`, [on.queue.name]);
    await expect(on.adapter.replay([replayOrder(letter, 'r1')])).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_VERSION', message: expect.stringContaining('7.0.0') });
    await expect(on.adapter.remove([removeOrder(letter, 'd1')])).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_VERSION' });
    expect(await on.whereabouts('one')).toBe('failed');
    await store.pool.query(`UPDATE bullmq.meta SET value = 'bullmq:6.9.0' WHERE queue = $1 AND field = 'version'`, [on.queue.name]);
    expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'done', earlier: false }]);
  });

  test('tables that a migration made for a later bullmq are left as they are', async () => {
    await on.die('one', {});
    const letter = await onlyLetter(on.adapter);
    await store.pool.query('UPDATE bullmq.migration SET min_client_version = 9 WHERE version = (SELECT max(version) FROM bullmq.migration)');
    await expect(on.adapter.replay([replayOrder(letter, 'r1')])).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_VERSION', hint: 'Install bullmq@9.' });
    await store.pool.query('UPDATE bullmq.migration SET min_client_version = 6 WHERE version = (SELECT max(version) FROM bullmq.migration)');
    expect(await on.whereabouts('one')).toBe('failed');
  });
});
