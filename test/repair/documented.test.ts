import { describe, expect, test } from 'vitest';

import { documented } from '../../src/repair/documented.ts';

describe('documented', () => {
  test.each([
    ['Renamed from `instance` (release 2026-08-22); same value', ['instance']],
    ['Formerly `user_ref`.', ['user_ref']],
    ['Previously called "acct".', ['acct']],
    ["Was named 'uid' before v3", ['uid']],
    ['Aliases: `a1`, `b2` and `c3`', ['a1', 'b2', 'c3']],
    ['Old name: `cust`', ['cust']],
    ['Was `slot` until June', ['slot']],
    ['The legacy key is `k`', ['k']],
    ['Formerly required', []],
    ['Renamed from `amount`, which was in cents', []],
    ['Timeout in milliseconds (was `timeout`)', []],
    ['Not an alias of `customerId`', []],
    ['Unlike the former name `x` it is signed', []],
    ['See `instance`', []],
  ])('other keys in %j', (description, keys) => {
    expect(documented(description).otherKeys).toEqual(keys);
  });

  test.each([
    ['Unix seconds. Since Stripe API 2025-03-31 found at items.data[].current_period_end', ['/items/data/[*]/current_period_end']],
    ['Moved to `customer.contact.email` in v2.', ['/customer/contact/email']],
    ['found at $.a.b[*].c', ['/a/b/[*]/c']],
    ['Now found under data.object[0].id', ['/data/object/0/id']],
    ['Found at /items/data/[*]/end', ['/items/data/[*]/end']],
    ['No longer found at items.price', []],
    ['Found at a.__proto__.b', []],
    ['Found in the archive', []],
  ])('places in %j', (description, places) => {
    expect(documented(description).foundAt).toEqual(places);
  });

  test.each([
    ['Fraction 0..1 (0.8 = 80 %)', 'fraction'],
    ['Quality between 0 and 1', 'fraction'],
    ['Share, 0-1', 'fraction'],
    ['Percentage (0..1)', 'fraction'],
    ['Percentage', 'percent'],
    ['Progress 0..100', 'percent'],
    ['Percent, 0 to 100', 'percent'],
    ['0..1 or 0..100', undefined],
    ['A fraction or a percentage', undefined],
    ['Level 0..10', undefined],
    ['Version 10.1', undefined],
  ])('scale of %j', (description, scale) => {
    expect(documented(description).scale).toBe(scale);
  });

  test.each([
    ['One of draft, sent, paid', ['draft', 'sent', 'paid']],
    ['One of: `A` | `B`', ['A', 'B']],
    ['Status. One of OPEN, IN_PROGRESS or DONE. Stored as an enum.', ['OPEN', 'IN_PROGRESS', 'DONE']],
    ['Allowed values: low, mid, and high', ['low', 'mid', 'high']],
    ['One of the following things', []],
    ['One of our customers, or a guest of one', []],
    ['Either way', []],
  ])('members in %j', (description, members) => {
    expect(documented(description).members).toEqual(members);
  });

  test.each<[string, readonly (readonly [string, string])[]]>([
    ['Renamed 2026-05: `dispatched` is now `shipped`', [['dispatched', 'shipped']]],
    ['Formerly a number: 0 = low, 1 = normal, 2 = high', [['0', 'low'], ['1', 'normal'], ['2', 'high']]],
    ['"A" -> "active"; "C" -> "closed"', [['A', 'active'], ['C', 'closed']]],
    ['1 = low in v1, 1 = high in v2', []],
    ['Equals the sum of all lines', []],
    ['a==b', []],
  ])('meanings in %j', (description, meanings) => {
    expect([...documented(description).meanings]).toEqual(meanings);
  });

  test('anything but a text says nothing', () => {
    for (const description of [undefined, null, 5, {}, '']) {
      expect(documented(description)).toEqual({ otherKeys: [], replacedKeys: [], foundAt: [], scale: undefined, members: [], meanings: new Map() });
    }
  });

  test.each(['a', '`', 'renamed from ', 'found at a.', 'one of a, ', 'a = ', '1 = a, ', ' is now ', '0..', '[', ' or '])('a description of many %j is read in no time', (part) => {
    const start = performance.now();
    documented(part.repeat(500_000));
    expect(performance.now() - start).toBeLessThan(200);
  });
});
