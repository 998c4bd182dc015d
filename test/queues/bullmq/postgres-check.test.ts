import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresFixture, serverStore } from './postgres-fixture.ts';

let store: Awaited<ReturnType<typeof serverStore>>;
const role = `reader_${process.pid}`;
beforeAll(async () => void (store = await serverStore()), 60_000);
afterAll(async () => {
  await store.pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await store.stop();
}, 60_000);

test('names the rights that a user lacks, and the statement that gives them', async () => {
  await store.pool.query(`CREATE ROLE ${role} LOGIN; GRANT USAGE ON SCHEMA bullmq TO ${role}; GRANT SELECT ON ALL TABLES IN SCHEMA bullmq TO ${role}`);
  const url = new URL(store.url);
  url.username = role;
  url.password = '';
  const on = await postgresFixture(store, { postgres: { connectionString: url.href, schema: 'bullmq' } });
  const lacking = (await on.adapter.check()).filter(({ severity }) => severity !== 'ok').map(({ message, fix }) => `${message} ${fix ?? ''}`).join('\n');
  expect(lacking).toMatch(/lacks rights on BullMQ's tables in "bullmq": DELETE, INSERT, UPDATE .*GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "bullmq" TO "reader_/);
  expect(lacking).toContain('may not create tables');
  await on.close();
});

test('tells the version of the server and finds every right of its owner', async () => {
  const on = await postgresFixture(store, { postgres: { connectionString: store.url, schema: 'bullmq' } });
  const findings = await on.adapter.check();
  expect(findings.map(({ message }) => message).join('\n')).toMatch(/runs PostgreSQL \d+/);
  expect(findings.filter(({ message }) => /rights|may not/.test(message))).toEqual([]);
  await on.close();
});
