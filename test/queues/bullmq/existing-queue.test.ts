import { createRequire } from 'node:module';
import * as installed from 'bullmq';
import { createPostgresBackend } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bullmq } from '../../../src/queues/bullmq/index.ts';
import { freshPrefix, redisUrl } from '../../services.ts';
import { body, onlyLetter, removeOrder, replayOrder } from '../../conformance/queue-suite.ts';
import { environment, fixture, freshName } from './bullmq-fixture.ts';
import { serverStore } from './postgres-fixture.ts';
import { redisAddress } from './redis-fixture.ts';

const require = createRequire(import.meta.url);

describe.each(['bullmq', 'bullmq-5-66', 'bullmq-5-81'])('a Queue of %s', (release) => {
  const module = require(release) as typeof installed;

  const connections: readonly [string, () => { readonly connection: unknown; readonly end: () => void }][] = [
    ['made with options', () => ({ connection: redisAddress(), end: () => undefined })],
    ['made with a URL', () => ({ connection: { url: redisUrl() }, end: () => undefined })],
    ['made with a client of its own', () => {
      const client = new Redis(redisUrl(), { maxRetriesPerRequest: null });
      return { connection: client, end: () => client.disconnect() };
    }],
  ];
  test.each(connections)('%s says everything, is healed by its own bullmq, and stays open', async (_, connect) => {
    const { connection, end } = connect();
    const options = { connection: connection as never, prefix: freshPrefix() };
    const queue = new module.Queue(freshName(), options);
    const worker = new module.Worker(queue.name, null, { ...options, autorun: false });
    const on = await fixture({ queue, worker, definition: bullmq(queue, { jobs: { work: { schema: z.object({ amount: z.number() }) } } }) });
    await on.die('one', { amount: '1' });
    await on.die('two', {});
    expect(on.adapter.name).toBe(queue.name);
    const [one, two] = (await on.adapter.read()).letters;
    if (one === undefined || two === undefined) throw new Error('letters are missing');
    expect(await on.adapter.replay([replayOrder(one, 'r1', { repaired: body({ amount: 1 }) })])).toMatchObject([{ kind: 'done' }]);
    expect(await on.adapter.remove([removeOrder(two, 'd1')])).toMatchObject([{ kind: 'done' }]);
    expect(await on.run('complete')).toEqual({ id: 'one', payload: { amount: 1 } });
    const versions = (await on.adapter.check()).map(({ message }) => message).join('\n');
    expect(versions).toContain('from the given Queue');
    await on.adapter.close();
    await queue.add('work', {});
    expect(await queue.count()).toBe(1);
    await queue.obliterate({ force: true });
    await on.close();
    end();
  });
});

describe('a Queue in PostgreSQL', () => {
  let store: Awaited<ReturnType<typeof serverStore>>;
  beforeAll(async () => void (store = await serverStore()), 60_000);
  afterAll(async () => store.stop());

  test.each(['with a pool', 'with options', 'with a connection string'])('%s says everything and stays open', async (kind) => {
    const connection = { 'with a pool': store.pool, 'with options': { connectionString: store.url, schema: 'bullmq', max: 1 }, 'with a connection string': store.url }[kind];
    const queue = new installed.Queue(freshName(), { connection: connection as never }, createPostgresBackend);
    const worker = new installed.Worker(queue.name, null, { connection: store.pool as never, autorun: false }, createPostgresBackend);
    const on = await fixture({ queue: queue as never, worker: worker as never, definition: bullmq(queue, { jobs: {} }) });
    const stop = new AbortController();
    // A pool of one connection must not be used up by the one that listens.
    const listening = (async () => { for await (const hint of on.adapter.wakeups(stop.signal)) expect(['letter', 'outcome']).toContain(hint); })();
    await on.die('one', {});
    expect(await on.adapter.replay([replayOrder(await onlyLetter(on.adapter), 'r1')])).toMatchObject([{ kind: 'done' }]);
    expect((await on.run('complete'))?.id).toBe('one');
    stop.abort();
    await listening;
    await on.adapter.close();
    expect(await queue.count()).toBe(0);
    await on.close();
    expect((await store.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('with another schema is found there', async () => {
    const client = new pg.Client({ connectionString: store.url });
    await client.connect();
    await installed.runMigrations(client, 'elsewhere');
    await client.end();
    const queue = new installed.Queue(freshName(), { connection: { connectionString: store.url, schema: 'elsewhere' } }, createPostgresBackend);
    await queue.waitUntilReady();
    const adapter = await bullmq(queue).open(environment());
    expect(await adapter.read()).toEqual({ letters: [] });
    await adapter.close();
    await queue.close();
  });
});

describe('what is no Queue of bullmq', () => {
  test.each([{ name: 'x', opts: {}, toKey: String }, { name: 'x', opts: {}, toKey: String, backend: { connection: {} } }])('is refused: %j', (queue) => {
    expect(() => bullmq(queue)).toThrow(expect.objectContaining({ code: 'MENDQ_E_CONFIG', hint: expect.stringContaining('bullmq(name, { connection, prefix })') }));
  });
});
