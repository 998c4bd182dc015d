import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NEEDED_COMMANDS } from '../../../src/queues/bullmq/redis/needed-commands.ts';
import { allLetters, body, onlyLetter, removeOrder, replayOrder } from '../../conformance/queue-suite.ts';
import { queueOn, type PlacedQueue } from './servers/queue-on.ts';
import { redisServer, type RedisServer } from './servers/redis-server.ts';

const USER = 'mendq';
let server: RedisServer;
let admin: Redis;
let on: PlacedQueue;

beforeAll(async () => {
  server = await redisServer();
  admin = new Redis({ host: server.host, port: server.port });
});
afterAll(async () => {
  admin.disconnect();
  await server.stop();
});

const grant = async (commands: readonly string[], keys = 'bull:*'): Promise<unknown> =>
  admin.call('ACL', 'SETUSER', USER, 'reset', 'on', '>secret', `~${keys}`, ...commands.map((name) => `+${name}`));

beforeEach(async () => {
  await grant(NEEDED_COMMANDS);
  on = await queueOn({
    connect: () => new Redis({ host: server.host, port: server.port, maxRetriesPerRequest: null }),
    connection: { host: server.host, port: server.port, username: USER, password: 'secret' },
    prefix: 'bull',
  });
});
afterEach(async () => on.close());

/** What only some letters need (of flows, oversize, without a record), a wake-up, or a connection as such. */
const SOMETIMES: readonly string[] = ['hkeys', 'ping', 'srandmember', 'xread'];
const ALWAYS = NEEDED_COMMANDS.filter((name) => !SOMETIMES.includes(name));

async function dieBoth(): Promise<void> {
  await on.die('kept', { amount: '1' });
  await on.die('gone', {});
}

/** Everything that is done to letters. */
async function everything(): Promise<void> {
  const letters = await allLetters(on.adapter);
  const [kept, gone] = ['kept', 'gone'].map((id) => letters.find(({ messageId }) => messageId === id));
  if (kept === undefined || gone === undefined) throw new Error('letters are missing');
  await on.adapter.look(['kept']);
  expect(await on.adapter.remove([removeOrder(gone, 'd1')])).toMatchObject([{ kind: 'done' }]);
  expect(await on.adapter.restore([gone])).toMatchObject([{ kind: 'done' }]);
  expect(await on.adapter.replay([replayOrder(kept, 'r1', { repaired: body({ amount: 1 }) })])).toMatchObject([{ kind: 'done' }]);
  await on.adapter.progress([{ ...kept, replayId: 'r1', replayedAt: new Date() }, { ...gone, messageId: 'nobody', replayId: 'r2', replayedAt: new Date() }]);
  await on.adapter.check();
}

describe('a user who may do just what is needed', () => {
  test('heals', async () => {
    await dieBoth();
    await everything();
    const stop = new AbortController();
    const hints = on.adapter.wakeups(stop.signal)[Symbol.asyncIterator]();
    const first = hints.next();
    await expect.poll(async () => {
      await on.die(`try-${performance.now()}`, {});
      return Promise.race([first.then(() => true), new Promise((resolve) => { setTimeout(() => resolve(false), 50); })]);
    }).toBe(true);
    stop.abort();
  });
});

describe('a user who lacks a right', () => {
  test.each(ALWAYS)('to %s is told so, by the name of the command and with the rule that grants it', async (command) => {
    await dieBoth();
    await grant(NEEDED_COMMANDS.filter((name) => name !== command));
    const doing = (async () => { await (await on.openAnother()).close(); await everything(); })();
    await expect(doing).rejects.toMatchObject({
      code: 'MENDQ_E_BROKER_REFUSED', retryable: false, hint: expect.stringContaining(`ACL SETUSER ${USER} +${command}.`),
      message: expect.stringMatching(new RegExp(`the user ${USER} of redis://${USER}:\\*\\*\\*@.* may not run ${command.toUpperCase()}$`)),
    });
    // Whatever was refused, no job is anywhere but where it was or where it was meant to go.
    expect(['failed', 'waiting']).toContain(await on.whereabouts('kept'));
    await grant(NEEDED_COMMANDS);
  });

  test('on the keys is told so', async () => {
    await grant(NEEDED_COMMANDS, 'other:*');
    await expect(on.openAnother()).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_REFUSED', message: expect.stringContaining('may not use the keys'), hint: expect.stringContaining(`~bull:${on.queue.name}:*`) });
  });

  test('in the middle of a script changes nothing', async () => {
    await on.die('one', {});
    const letter = await onlyLetter(on.adapter);
    await grant(NEEDED_COMMANDS.filter((name) => name !== 'lpush'));
    await expect(on.adapter.replay([replayOrder(letter, 'r1')])).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_REFUSED', message: expect.stringContaining('LPUSH') });
    expect(await onlyLetter(on.adapter)).toEqual(letter);
    await grant(NEEDED_COMMANDS);
    expect(await on.adapter.replay([replayOrder(letter, 'r1')])).toMatchObject([{ kind: 'done', earlier: false }]);
  });
});
