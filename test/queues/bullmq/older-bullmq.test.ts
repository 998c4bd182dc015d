import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as installed from 'bullmq';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { body, onlyLetter, removeOrder, replayOrder } from '../../conformance/queue-suite.ts';
import { redisFixture, type RedisFixture } from './redis-fixture.ts';

const require = createRequire(import.meta.url);

/** Every release of bullmq that the package declares for its tests, `bullmq` itself first. */
const declared = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as Readonly<Record<'devDependencies', Readonly<Record<string, string>>>>;
const releases = ['bullmq', ...Object.keys(declared.devDependencies).filter((name) => /^bullmq-\d/.test(name))];

describe.each(releases)('the workers use %s', (release) => {
  let on: RedisFixture;
  beforeEach(async () => void (on = await redisFixture({ module: require(release) as typeof installed })));
  afterEach(async () => on.close());

  test('heals, replays once and removes with its own scripts', async () => {
    await on.die('one', { amount: '1' });
    const order = replayOrder(await onlyLetter(on.adapter), 'r1', { repaired: body({ amount: 1 }) });
    expect(await on.adapter.replay([order])).toMatchObject([{ kind: 'done', earlier: false }]);
    expect(await on.adapter.replay([order])).toMatchObject([{ kind: 'done', earlier: true }]);
    expect(await on.run('complete')).toEqual({ id: 'one', payload: { amount: 1 } });
    await on.die('two', {});
    expect(await on.adapter.remove([removeOrder(await onlyLetter(on.adapter), 'd1')])).toMatchObject([{ kind: 'done' }]);
    expect(await on.whereabouts('two')).toBe('gone');
  });

  test('does not lose a job of a paused queue', async () => {
    await on.die('one', {});
    await on.queue.pause();
    await on.adapter.replay([replayOrder(await onlyLetter(on.adapter), 'r1', { attempts: 'full' })]);
    expect(await on.run('complete')).toBeUndefined();
    await on.queue.resume();
    expect((await on.run('complete'))?.id).toBe('one');
  });

  test('B8 keeps a priority, or refuses and warns', async () => {
    await on.queue.add('work', {}, { jobId: 'one', priority: 2 });
    await on.fail(new Error('no luck'));
    const [receipt] = await on.adapter.replay([replayOrder(await onlyLetter(on.adapter), 'r1')]);
    const warned = (await on.adapter.check()).some(({ severity, message }) => severity === 'warning' && message.includes('priority'));
    const prioritized = await on.redis.zrange(on.key('prioritized'), 0, -1);
    expect({ receipt: receipt?.kind, prioritized, warned }).toEqual(
      warned ? { receipt: 'refused', prioritized: [], warned } : { receipt: 'done', prioritized: ['one'], warned },
    );
  });
});
