import { Client } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';

import { databaseUrl, freshDatabase, freshPrefix, redisUrl } from '../services.ts';

afterEach(() => vi.unstubAllEnvs());

test('a fresh database is empty, and goes while somebody is connected to it', async () => {
  const { url, drop } = await freshDatabase();
  const client = new Client({ connectionString: url });
  const cutOff = new Promise((resolve) => client.on('error', resolve));
  await client.connect();
  await client.query('CREATE TABLE mark (one int)');

  const other = await freshDatabase();
  const stranger = new Client({ connectionString: other.url });
  await stranger.connect();
  const { rows } = await stranger.query("SELECT to_regclass('mark') AS mark");
  expect(rows).toEqual([{ mark: null }]);
  await stranger.end();
  await other.drop();

  await drop();
  await cutOff;
  await expect(new Client({ connectionString: url }).connect()).rejects.toThrow('does not exist');
});

test('prefixes differ', () => {
  expect(freshPrefix()).not.toBe(freshPrefix());
});

test.each([
  ['REDIS_URL', redisUrl],
  ['DATABASE_URL', databaseUrl],
])('without %s the sentence says what sets it', (variable, read) => {
  vi.stubEnv(variable, '');
  expect(read).toThrow(`${variable} is not set. "npm test" starts`);
});
