import { afterEach, beforeEach, expect, test } from 'vitest';
import { redisFixture, type RedisFixture } from './redis-fixture.ts';

let on: RedisFixture;
beforeEach(async () => void (on = await redisFixture()));
afterEach(async () => on.close());

test('tells versions and how many letters wait, and finds nothing wrong with a good queue', async () => {
  await on.die('one', {});
  const findings = await on.adapter.check();
  const text = findings.map(({ message }) => message).join('\n');
  expect(text).toContain('bullmq:6.7.0');
  expect(text).toContain('1 job is in failed');
  expect(findings.every(({ subject }) => subject === `queue ${on.queue.name}`)).toBe(true);
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('finds options that drop dead letters, and says what to do', async () => {
  await on.queue.add('work', {}, { jobId: 'one', removeOnFail: { count: 5 } });
  await on.fail(new Error('no luck'));
  const finding = (await on.adapter.check()).find(({ severity }) => severity === 'error');
  expect(finding).toMatchObject({ message: expect.stringContaining('{"count":5}'), fix: expect.stringContaining('removeOnFail') });
});

test('finds a server that evicts or forgets', async () => {
  const [, policy] = (await on.redis.config('GET', 'maxmemory-policy')) as [string, string];
  await on.redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
  const messages = (await on.adapter.check()).map(({ message }) => message).join('\n');
  await on.redis.config('SET', 'maxmemory-policy', policy);
  expect(messages).toContain('allkeys-lru');
});

test('does without what its user may not ask', async () => {
  const user = `${on.prefix}-limited`;
  await on.redis.acl('SETUSER', user, 'on', 'nopass', 'allkeys', '+@all', '-config', '-info');
  const url = new URL(process.env['REDIS_URL'] ?? '');
  url.username = user;
  url.password = 'any';
  const limited = await redisFixture({ connection: { host: url.hostname, port: Number(url.port), username: user, password: 'any' } as never });
  expect((await limited.adapter.check()).length).toBeGreaterThan(2);
  await limited.close();
  await on.redis.acl('DELUSER', user);
});
