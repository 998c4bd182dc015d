import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bullmq } from '../../../src/queues/bullmq/index.ts';
import { databaseUrl, freshDatabase } from '../../services.ts';
import { body, onlyLetter, replayOrder } from '../../conformance/queue-suite.ts';
import { environment, freshName } from './bullmq-fixture.ts';
import { postgresFixture, serverStore } from './postgres-fixture.ts';
import { tcpProxy } from './tcp-proxy.ts';

let store: Awaited<ReturnType<typeof serverStore>>;
beforeAll(async () => void (store = await serverStore()), 60_000);
afterAll(async () => store.stop());

const tables = async (): Promise<unknown> => (await store.pool.query(`SELECT relname FROM pg_class WHERE relnamespace = 'bullmq'::regnamespace ORDER BY 1`)).rows;

describe('opening', () => {
  test('takes a connection string, options or a pool, and writes nothing', async () => {
    const before = await tables();
    const plain = new pg.Pool({ connectionString: store.url, max: 2 });
    for (const postgres of [store.url, { connectionString: store.url, schema: 'bullmq' }, store.pool, plain]) {
      const adapter = await bullmq(freshName(), { postgres }).open(environment());
      expect(await adapter.read()).toEqual({ letters: [] });
      expect((await adapter.check()).filter(({ severity }) => severity === 'error')).toEqual([]);
      await adapter.close();
    }
    expect(await tables()).toEqual(before);
    expect((await plain.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await plain.end();
  });

  test('works on another schema', async () => {
    await store.pool.query('ALTER SCHEMA bullmq RENAME TO elsewhere');
    await expect(bullmq('q', { postgres: store.url }).open(environment())).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_VERSION', message: expect.stringContaining('schema bullmq') });
    const adapter = await bullmq('q', { postgres: { connectionString: store.url, schema: 'elsewhere' } }).open(environment());
    await adapter.close();
    await store.pool.query('ALTER SCHEMA elsewhere RENAME TO bullmq');
  });
});

describe('refusals', () => {
  test('a queue whose workers use another major version', async () => {
    await store.pool.query(`INSERT INTO bullmq.meta (queue, field, value) VALUES ('seven', 'version', 'bullmq:7.1.0')`);
    const opening = bullmq('seven', { postgres: store.url }).open(environment());
    await expect(opening).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_VERSION', message: expect.stringMatching(/7\.1\.0.*6/) });
  });

  test('tables that need a later bullmq', async () => {
    await store.pool.query(`UPDATE bullmq.migration SET min_client_version = 9 WHERE version = 11`);
    await expect(bullmq('q', { postgres: store.url }).open(environment())).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_VERSION', hint: 'Install bullmq@9.' });
    await store.pool.query(`UPDATE bullmq.migration SET min_client_version = 6 WHERE version = 11`);
  });

  test('a bullmq without a PostgreSQL backend', async () => {
    await expect(bullmq('q', { postgres: store.url, bullmq: {} }).open(environment())).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_VERSION' });
  });

  test('a database without its tables', async () => {
    const empty = await freshDatabase();
    await expect(bullmq('q', { postgres: empty.url }).open(environment())).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_VERSION', hint: expect.stringContaining('runMigrations') });
    await empty.drop();
  });

  test('a server that nobody runs, a user that nobody knows, with the password masked', async () => {
    await expect(bullmq('q', { postgres: 'postgres://me:secret@127.0.0.1:1/db' }).open(environment())).rejects.toMatchObject({
      code: 'MENDQ_E_BROKER_UNREACHABLE', message: expect.stringContaining('postgres://me:***@127.0.0.1:1/db'),
    });
    const url = new URL(databaseUrl());
    url.username = 'nobody_of_this_name';
    await expect(bullmq('q', { postgres: url.href }).open(environment())).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_REFUSED' });
  });
});

describe('connections that break', () => {
  const breakAll = async (application: string): Promise<void> => {
    await store.pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [application]);
  };

  test('are replaced: reading and replaying go on', async () => {
    const on = await postgresFixture(store, { postgres: `${store.url}?application_name=breaks` });
    await on.die('one', {});
    await on.adapter.read();
    await breakAll('breaks');
    const letter = await onlyLetter(on.adapter);
    await breakAll('breaks');
    expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'done', earlier: false }]);
    await on.close();
  });

  test('B5 leave one re-enqueue, reported as done, when the reply to the commit is lost', async () => {
    const url = new URL(store.url);
    const proxy = await tcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    const on = await postgresFixture(store, { postgres: url.href });
    await on.die('zero', {});
    await on.adapter.replay([replayOrder(await onlyLetter(on.adapter), 'r0')]);
    await on.run('complete');
    await on.die('one', { amount: '1' });
    const letter = await onlyLetter(on.adapter);
    proxy.cutReplyTo('COMMIT');
    expect(await on.adapter.replay([replayOrder(letter, 'r1', { repaired: body({ amount: 1 }) })])).toMatchObject([{ kind: 'done', earlier: true }]);
    expect(proxy.cuts).toBe(1);
    expect(await on.run('complete')).toEqual({ id: 'one', payload: { amount: 1 } });
    expect(await on.run('complete')).toBeUndefined();
    await on.close();
    await proxy.close();
  });

  test('do not end the wake-ups', async () => {
    const on = await postgresFixture(store, { postgres: `${store.url}?application_name=listens` });
    const stop = new AbortController();
    const hints: string[] = [];
    const listening = (async () => {
      for await (const hint of on.adapter.wakeups(stop.signal)) hints.push(hint);
    })();
    for (let attempt = 0; hints.length === 0 && attempt < 200; attempt += 1) {
      await on.die(`try-${attempt}`, {});
      await new Promise((resolve) => { setTimeout(resolve, 20); });
    }
    await breakAll('listens');
    hints.length = 0;
    await on.die('while cut', {});
    await expect.poll(() => hints, { timeout: 15_000 }).toContain('letter');
    stop.abort();
    await listening;
    await on.close();
  }, 30_000);
});
