import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPattern, matcherOf } from '../../../src/queues/bullmq/queue-pattern.ts';

describe('a pattern', () => {
  test.each(['*-queue', 'mail-?', 'shard-[0-9]', '{orders,invoices}'])('is %s', (name) => expect(isPattern(name)).toBe(true));
  test.each(['invoices', '{orders}', 'a.b+c', 'x[]', '{a}-{b}'])('is not %s', (name) => expect(isPattern(name)).toBe(false));
});

describe('matching', () => {
  test.each([
    ['*-queue', ['-queue', 'mail-queue', 'a/b.c-queue', 'line\nend-queue'], ['mail-queues', 'queue']],
    ['mail-?', ['mail-1', 'mail-x'], ['mail-', 'mail-12']],
    ['shard-[0-3x]', ['shard-0', 'shard-3', 'shard-x'], ['shard-4', 'shard--', 'shard-']],
    ['[!a-c]*', ['d', 'zebra'], ['a', 'cat', '']],
    ['[z-a]', [], ['a', 'z', '-']],
    ['[-a]', ['-', 'a'], ['b']],
    ['{orders,in*}-eu', ['orders-eu', 'invoices-eu', 'in-eu'], ['order-eu', 'orders-us']],
    ['{tag}-*', ['{tag}-1'], ['tag-1']],
    ['a.b*', ['a.b', 'a.bc'], ['axb']],
    ['(x|y)*', ['(x|y)1'], ['x1']],
  ])('%s', (pattern, fitting, others) => {
    const matches = matcherOf(pattern);
    expect(fitting.filter((name) => !matches(name))).toEqual([]);
    expect(others.filter(matches)).toEqual([]);
  });

  test('takes no longer for a name that almost fits', () => {
    const matches = matcherOf(`${'*a'.repeat(12)}*b`);
    expect(matches('a'.repeat(20_000))).toBe(false);
    expect(matches(`${'a'.repeat(20_000)}b`)).toBe(true);
  });

  test('takes every name as itself where it holds nothing special', () => {
    fc.assert(fc.property(fc.string(), (name) => isPattern(name) || matcherOf(name)(name)));
  });
});
