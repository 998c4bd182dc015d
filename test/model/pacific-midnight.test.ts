import { expect, test } from 'vitest';

import { nextPacificMidnight } from '../../src/model/pacific-midnight.ts';

test.each([
  ['in winter', '2026-11-30T12:00:00.000Z', '2026-12-01T08:00:00.000Z'],
  ['in summer', '2026-07-01T12:00:00.000Z', '2026-07-02T07:00:00.000Z'],
  ['late in the evening there', '2026-07-02T06:59:59.999Z', '2026-07-02T07:00:00.000Z'],
  ['at midnight itself', '2026-07-02T07:00:00.000Z', '2026-07-03T07:00:00.000Z'],
  ['before the night in which summer time begins', '2026-03-07T20:00:00.000Z', '2026-03-08T08:00:00.000Z'],
  ['in that night, before the change', '2026-03-08T09:30:00.000Z', '2026-03-09T07:00:00.000Z'],
  ['on that day', '2026-03-08T20:00:00.000Z', '2026-03-09T07:00:00.000Z'],
  ['before the night in which it ends', '2026-10-31T20:00:00.000Z', '2026-11-01T07:00:00.000Z'],
  ['in the hour that comes twice', '2026-11-01T09:30:00.000Z', '2026-11-02T08:00:00.000Z'],
  ['on that day', '2026-11-01T20:00:00.000Z', '2026-11-02T08:00:00.000Z'],
  ['on the last day of a year', '2026-12-31T20:00:00.000Z', '2027-01-01T08:00:00.000Z'],
  ['on the last day of February', '2028-02-29T20:00:00.000Z', '2028-03-01T08:00:00.000Z'],
])('%s', (_when, now, expected) => {
  expect(nextPacificMidnight(new Date(now)).toISOString()).toBe(expected);
});
