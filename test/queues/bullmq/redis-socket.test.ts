import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bullmq } from '../../../src/queues/bullmq/index.ts';
import { onlyLetter, replayOrder } from '../../conformance/queue-suite.ts';
import { environment } from './bullmq-fixture.ts';
import { queueOn } from './servers/queue-on.ts';
import { redisServer, type RedisServer } from './servers/redis-server.ts';

let server: RedisServer;
let path: string;
beforeAll(async () => {
  server = await redisServer(({ folder }) => ['--unixsocket', join(folder, 'redis.sock')]);
  path = join(server.folder, 'redis.sock');
});
afterAll(async () => server.stop());

test('heals over a unix socket, given as an option or as a URL', async () => {
  const on = await queueOn({ connect: () => new Redis(path, { maxRetriesPerRequest: null }), connection: { path }, prefix: 'bull' });
  await on.die('one', {});
  expect(await on.adapter.replay([replayOrder(await onlyLetter(on.adapter), 'r1')])).toMatchObject([{ kind: 'done' }]);
  const adapter = await bullmq(on.queue.name, { connection: `unix://${path}` }).open(environment());
  expect(await adapter.read()).toEqual({ letters: [] });
  await adapter.close();
  await on.close();
});

test('names the socket that nobody listens on', async () => {
  await expect(bullmq('q', { connection: { path: `${path}.none` } }).open(environment())).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_UNREACHABLE', message: expect.stringContaining(`${path}.none`) });
});

test('leaves a server that became a replica of another, and says why', async () => {
  const on = await queueOn({ connect: () => new Redis(path, { maxRetriesPerRequest: null }), connection: { path }, prefix: 'bull' });
  await on.die('one', {});
  const order = replayOrder(await onlyLetter(on.adapter), 'r1');
  const admin = new Redis(path);
  await admin.call('CONFIG', 'SET', 'replica-serve-stale-data', 'yes');
  await admin.call('REPLICAOF', '127.0.0.1', '1');
  await expect(on.adapter.replay([order])).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_REFUSED', retryable: true, message: expect.stringContaining('READONLY') });
  await admin.call('REPLICAOF', 'NO', 'ONE');
  expect(await on.adapter.replay([order])).toMatchObject([{ kind: 'done', earlier: false }]);
  admin.disconnect();
  await on.close();
}, 30_000);
