import { expect, test } from 'vitest';

import { documentedValues } from '../../src/repair/documented-values.ts';

test.each<[string, readonly (readonly [string, string])[]]>([
  ['`dispatched` is now `shipped`', [['dispatched', 'shipped']]],
  ['Renamed 2026-05: `dispatched` is now called `shipped`.', [['dispatched', 'shipped']]],
  ['`dispatched` was renamed to `shipped` in v2', [['dispatched', 'shipped']]],
  ['`dispatched` renamed to `shipped`', [['dispatched', 'shipped']]],
  ['`dispatched` became `shipped`', [['dispatched', 'shipped']]],
  ["'dispatched' is an alias of 'shipped'", [['dispatched', 'shipped']]],
  ['One of `packed`, `shipped` (formerly `dispatched`), `delivered`', [['dispatched', 'shipped']]],
  ['`shipped` (was `dispatched`)', [['dispatched', 'shipped']]],
  ['`shipped`, previously called `dispatched`', [['dispatched', 'shipped']]],
  ['`shipped` (old value: `dispatched`)', [['dispatched', 'shipped']]],
  ['`a` is now `b`, `c` is now `d`', [['a', 'b'], ['c', 'd']]],
  ['0 = low, 1 = normal, 2 = high', [['0', 'low'], ['1', 'normal'], ['2', 'high']]],
  ['Priority (0: low, 1: high)', [['0', 'low'], ['1', 'high']]],
  ['1 means `low`, 2 means `high`', [['1', 'low'], ['2', 'high']]],
])('%j', (description, pairs) => {
  expect([...documentedValues(description)]).toEqual(pairs);
});

test.each([
  ['`sent` is now `shipped` or `delivered`'], ['`sent` is now `shipped`, `delivered`'], ['`sent` is now `shipped` if it left the house'], ['`sent` is now split into `shipped` and `delivered`'],
  ['`sent` is no longer `shipped`'], ['`sent` is not `shipped`'], ['Unlike `sent`, `shipped` is final'], ['`sent` is now `shipped`; `sent` is now `delivered`'], ['Use `shipped` instead of `sent`'],
  ['`sent` and `shipped` merged; `sent` became something'], ['`sent` follows `shipped`'], ['`sent` or `shipped`'], ['sent is now shipped'], ['0 = low'], ['1 = low, 1 = high'], ['Range 0 - 10, default 5'], ['Size 10: 20'], [''],
])('nothing in %j', (description) => {
  expect([...documentedValues(description)]).toEqual([]);
});
