import { expect, test } from 'vitest';

import { documentedKeys } from '../../src/repair/documented-keys.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { outcomeOf } from './letters.ts';

test.each([
  ['Named `driver` until release 14; same value', ['driver']],
  ['Called "driver" up to version 3.', ['driver']],
  ['known as `driver` before 2025-03', ['driver']],
  ['`driver` until v3 called', ['driver']],
  ['Driver of the ride (`driver` in older clients)', ['driver']],
  ['In releases before 5 `driver`', ['driver']],
  ['Before v5: `driver`', ['driver']],
  ['Up to release 14 it was called `driver`.', ['driver']],
  ['Older clients sent `driver`', ['driver']],
  ['Older producers sent it as `drv` or `driver`', ['drv', 'driver']],
  ['was `driver` before', ['driver']],
  ['Formerly sent under `driver`', ['driver']],
  ['New name for `driver`', ['driver']],
  ['v2 name: `driver`', ['driver']],
  ['Renamed from driver_id in v2', ['driver_id']],
  ['formerly driverId', ['driverId']],
  ['Replaces `driver`; same value', ['driver']],
  ['Successor of `driver`. The value is unchanged.', ['driver']],
])('%j names other keys', (description, keys) => {
  expect(documentedKeys(description)).toEqual({ otherKeys: keys, replacedKeys: [] });
});

test.each([
  ['Named after the driver until release 14'],
  ['Formerly required'],
  ['Renamed from driver in v2'],
  ['Renamed from `amount`; now in cents'],
  ['Renamed from `amount` in v3. Now in cents.'],
  ['Named `timeout` until v3; seconds'],
  ['Named `name` until v3, split into two since'],
  ['In releases before 5 `first` and `last` together'],
  ['Before v5 `driver` was needed as well'],
  ['Must be before `endsAt`'],
  ['Ignore `driver` from old clients'],
  ['Named `driver` until release 14; different ids since'],
  ['Valid until `endsAt`'],
  ['Successor of the request in the queue'],
])('%j names none', (description) => {
  expect(documentedKeys(description)).toEqual({ otherKeys: [], replacedKeys: [] });
});

test('a description that only says that a member took another place says nothing of its value', () => {
  expect(documentedKeys('Replaces `qty`')).toEqual({ otherKeys: [], replacedKeys: ['qty'] });
});

const replaced = (key: string, description: string): JsonObject => ({ type: 'object', properties: { [key]: { description, type: 'string' } }, required: [key], additionalProperties: false });
const abstains = expect.stringMatching(/^abstained: /) as Json;

test('a member that took the place of its own abbreviation gets that one’s value, and of another word none', async () => {
  expect(await outcomeOf({ cat: 'x' }, { schema: replaced('category', 'Replaces `cat`') })).toEqual({ category: 'x' });
  expect(await outcomeOf({ customer: 'Ana' }, { schema: replaced('customerRef', 'Replaces `customer`') })).toEqual(abstains);
});

test.each(['formerly `', 'until v1 ', '`a` until ', 'older clients sent ', 'a_', 'named named '])('a description of many %j is read in no time', (part) => {
  const started = performance.now();
  documentedKeys(part.repeat(Math.ceil(2000 / part.length)));
  expect(performance.now() - started).toBeLessThan(200);
});
