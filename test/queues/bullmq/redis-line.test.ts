import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { body, onlyLetter, removeOrder, replayOrder } from '../../conformance/queue-suite.ts';
import { redisAddress, redisFixture, type RedisFixture } from './redis-fixture.ts';
import { tcpProxy, type TcpProxy } from './tcp-proxy.ts';

let proxy: TcpProxy;
let on: RedisFixture;

beforeEach(async () => {
  proxy = await tcpProxy(redisAddress());
  on = await redisFixture({ connection: { host: '127.0.0.1', port: proxy.port } });
});

afterEach(async () => {
  await on.close();
  await proxy.close();
});

describe('a line that is cut between the command and its reply', () => {
  test('B5 leaves one re-enqueue, reported as done', async () => {
    await on.die('one', { amount: '1' });
    const letter = await onlyLetter(on.adapter);
    proxy.cutReplyTo('mendq:replay:r1');
    expect(await on.adapter.replay([replayOrder(letter, 'r1', { repaired: body({ amount: 1 }) })])).toMatchObject([{ kind: 'done', earlier: true }]);
    expect(proxy.cuts).toBe(1);
    expect(await on.run('complete')).toEqual({ id: 'one', payload: { amount: 1 } });
    expect(await on.run('complete')).toBeUndefined();
  });

  test('B5 leaves one removal, reported as done', async () => {
    await on.die('one', {});
    const letter = await onlyLetter(on.adapter);
    proxy.cutReplyTo('mendq:remove:d1');
    expect(await on.adapter.remove([removeOrder(letter, 'd1')])).toMatchObject([{ kind: 'done', earlier: true }]);
    expect(proxy.cuts).toBe(1);
  });

  test('does not disturb reading', async () => {
    await on.die('one', {});
    proxy.cutReplyTo('HGETALL');
    expect((await on.adapter.read()).letters).toHaveLength(1);
    expect(proxy.cuts).toBe(1);
  });
});

describe('a server that is gone', () => {
  test('makes calls reject as unreachable, and repeatable', async () => {
    await on.die('one', {});
    const letter = await onlyLetter(on.adapter);
    await proxy.close();
    await expect(on.adapter.replay([replayOrder(letter, 'r1')])).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_UNREACHABLE', retryable: true });
    expect(await on.whereabouts('one')).toBe('failed');
  }, 30_000);
});

describe('wake-ups', () => {
  test('go on after the line was cut, without a gap', async () => {
    const stop = new AbortController();
    const hints: string[] = [];
    const listening = (async () => {
      for await (const hint of on.adapter.wakeups(stop.signal)) hints.push(hint);
    })();
    for (let attempt = 0; hints.length === 0 && attempt < 200; attempt += 1) {
      await on.die(`try-${attempt}`, {});
      await new Promise((resolve) => { setTimeout(resolve, 20); });
    }
    proxy.cutAll();
    hints.length = 0;
    await on.die('while cut', {});
    await expect.poll(() => hints, { timeout: 10_000 }).toContain('letter');
    const aborted = performance.now();
    stop.abort();
    await listening;
    expect(performance.now() - aborted).toBeLessThan(500);
  }, 30_000);

  test('end when the adapter is closed', async () => {
    const listening = (async () => {
      for await (const hint of on.adapter.wakeups(new AbortController().signal)) expect(['letter', 'outcome']).toContain(hint);
    })();
    await on.adapter.close();
    await listening;
  });

  test('make one hint of a burst', async () => {
    const stop = new AbortController();
    const hints = on.adapter.wakeups(stop.signal)[Symbol.asyncIterator]();
    const first = hints.next();
    for (let attempt = 0; attempt < 200; attempt += 1) {
      await on.die(`burst-${attempt}`, {});
      const heard = await Promise.race([first.then(() => true), new Promise((resolve) => { setTimeout(() => resolve(false), 10); })]);
      if (heard === true) break;
    }
    for (let index = 0; index < 50; index += 1) await on.die(`more-${index}`, {});
    expect(await hints.next()).toEqual({ value: 'letter', done: false });
    const another = hints.next();
    stop.abort();
    // At most one hint was left for all fifty, then the end.
    expect([await another, await hints.next()].filter(({ done }) => done !== true).length).toBeLessThanOrEqual(1);
  });
});
