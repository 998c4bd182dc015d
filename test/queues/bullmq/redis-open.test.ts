import { createServer, type AddressInfo } from 'node:net';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as installed from 'bullmq';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bullmq } from '../../../src/queues/bullmq/index.ts';
import { redisUrl } from '../../services.ts';
import { environment, freshName } from './bullmq-fixture.ts';
import { redisAddress, redisFixture, type RedisFixture } from './redis-fixture.ts';

let on: RedisFixture;
beforeEach(async () => void (on = await redisFixture()));
afterEach(async () => on.close());

describe('opening', () => {
  test('writes nothing, also where the queue does not exist yet', async () => {
    const name = freshName();
    const adapter = await bullmq(name, { connection: redisUrl(), prefix: on.prefix }).open(environment());
    await adapter.check();
    await adapter.read();
    await adapter.close();
    expect(await on.redis.keys(`${on.prefix}:${name}:*`)).toEqual([]);
  });

  test('leaves the recorded version as it is', async () => {
    await on.redis.hset(on.key('meta'), 'version', 'bullmq:6.2.0');
    await (await on.openAnother()).check();
    expect(await on.redis.hget(on.key('meta'), 'version')).toBe('bullmq:6.2.0');
  });

  test('takes a URL, options, or an instance that stays open', async () => {
    const instance = new Redis(redisUrl());
    for (const connection of [redisUrl(), redisAddress(), instance]) {
      const adapter = await bullmq(on.queue.name, { connection, prefix: on.prefix }).open(environment());
      expect(await adapter.read()).toEqual({ letters: [] });
      await adapter.close();
    }
    expect(instance.status).toBe('ready');
    expect(await instance.ping()).toBe('PONG');
    instance.disconnect();
  });

  test('connects to nothing before it is asked to', () => {
    expect(bullmq('quiet', { connection: 'redis://nobody.invalid:1' })).toMatchObject({ name: 'quiet', broker: 'bullmq', jobs: {} });
  });
});

describe('refusals', () => {
  test.each([['bullmq:5.81.5', 'bullmq 5.81.5'], ['bullmq:7.0.0', 'bullmq 7.0.0'], ['bullmq-pro:6.1.0', 'bullmq-pro 6.1.0']])('a queue of %s, naming both versions', async (version, theirs) => {
    await on.redis.hset(on.key('meta'), 'version', version);
    const opening = on.openAnother();
    await expect(opening).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_VERSION', message: expect.stringContaining(theirs), hint: expect.any(String) });
    await expect(opening).rejects.toThrow('6.7.0');
  });

  test('a bullmq whose script mendq does not know', async () => {
    type Define = (name: string, script: { readonly lua: string; readonly numberOfKeys: number }) => void;
    const load = Reflect.get(installed.RedisConnection.prototype, 'loadCommands') as (this: object, version: string) => void;
    const changed = (change: (lua: string) => string): object => {
      function loadCommands(this: Readonly<Record<string, { readonly defineCommand: Define }>>, version: string): void {
        const defineCommand: Define = (name, script) => this['_client']?.defineCommand(name, { ...script, lua: change(script.lua) });
        load.call({ ['_client']: { defineCommand } }, version);
      }
      return { ...installed, RedisConnection: Object.assign(() => undefined, { prototype: { loadCommands } }) };
    };
    const open = async (module: object): Promise<unknown> => bullmq(on.queue.name, { connection: redisUrl(), prefix: on.prefix, bullmq: module }).open(environment());
    await expect(open(changed((lua) => lua.replace('"ZREM", KEYS[3]', '"SREM", KEYS[3]')))).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_VERSION', message: expect.stringContaining('written differently') });
    await expect(open({ ...installed, QueueKeys: undefined })).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_VERSION', message: expect.stringContaining('QueueKeys') });
    const adapter = await open(changed((lua) => lua));
    await (adapter as { close(): Promise<void> }).close();
  });

  test('a server that nobody runs, with the password masked', async () => {
    const opening = bullmq('q', { connection: 'redis://user:secret@127.0.0.1:1/3' }).open(environment());
    await expect(opening).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_UNREACHABLE', retryable: true, message: expect.stringContaining('redis://user:***@127.0.0.1:1/3') });
    await expect(opening).rejects.toThrow('ECONNREFUSED');
  });

  test('a server that never answers, after about 5 seconds', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => { silent.listen(0, '127.0.0.1', resolve); });
    const { port } = silent.address() as AddressInfo;
    const started = performance.now();
    await expect(bullmq('q', { connection: { host: '127.0.0.1', port } }).open(environment())).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_UNREACHABLE' });
    expect(performance.now() - started).toBeLessThan(8000);
    silent.close();
  }, 15_000);

  test('a wrong password', async () => {
    await on.redis.acl('SETUSER', on.prefix, 'on', '>right', 'allkeys', 'allcommands');
    const { host, port } = redisAddress();
    const open = async (password: string): Promise<unknown> => bullmq(on.queue.name, { connection: { host, port, username: on.prefix, password }, prefix: on.prefix }).open(environment());
    await expect(open('wrong')).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_REFUSED', message: expect.stringContaining('WRONGPASS'), retryable: false });
    await (await open('right') as { close(): Promise<void> }).close();
    await on.redis.acl('DELUSER', on.prefix);
  });

  test.each([['', {}], ['a:b', { connection: 'redis://x' }], ['q', {}], ['q', { connection: 'redis://x', postgres: 'postgres://x' }]])('the name %j with %j', (name, options) => {
    expect(() => bullmq(name, options as never)).toThrow(expect.objectContaining({ code: 'MENDQ_E_CONFIG' }));
  });

  test('a key prefix of ioredis, and a client that is another library', async () => {
    const nodeRedis = { status: 'ready', duplicate: () => nodeRedis, isOpen: true };
    const withPrefix = new Redis(redisUrl(), { keyPrefix: 'x:', lazyConnect: true });
    for (const connection of [{ keyPrefix: 'x:' }, withPrefix, nodeRedis]) {
      await expect(bullmq('q', { connection }).open(environment())).rejects.toMatchObject({ code: 'MENDQ_E_CONFIG' });
    }
  });
});

describe("the user's own bullmq", () => {
  test('is found from the folder of the configuration', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mendq-bullmq-'));
    await mkdir(join(folder, 'node_modules', 'bullmq'), { recursive: true });
    await writeFile(join(folder, 'node_modules', 'bullmq', 'index.js'), 'module.exports = {};');
    await expect(bullmq('q', { connection: redisUrl() }).open(environment({ directory: folder }))).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_VERSION', message: expect.stringContaining(folder) });
    await rm(folder, { recursive: true });
  });

  test("is mendq's own where that folder has none", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mendq-bullmq-'));
    const adapter = await bullmq('q', { connection: redisUrl(), prefix: on.prefix }).open(environment({ directory: folder }));
    expect((await adapter.check()).map(({ message }) => message).join('\n')).toContain('bullmq 6.7.0');
    await adapter.close();
    await rm(folder, { recursive: true });
  });
});
