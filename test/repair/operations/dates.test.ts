import { describe, expect, test } from 'vitest';

import type { JsonObject } from '../../../src/core/json.ts';
import { dateFromDigits } from '../../../src/repair/operations/date-from-digits.ts';
import { dateFromParts } from '../../../src/repair/operations/date-from-parts.ts';
import { dateTimeForm } from '../../../src/repair/operations/date-time-form.ts';
import { readings } from './readings.ts';

const DATE: JsonObject = { type: 'string', format: 'date' };
/** RFC 3339 to the letter; Ajv's own check is more lenient. */
const MOMENT: JsonObject = { type: 'string', format: 'date-time', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d([.]\\d+)?(Z|[+-]\\d\\d:\\d\\d)$' };
const UTC_ONLY: JsonObject = { type: 'string', format: 'date-time', pattern: 'Z$' };

describe('date-from-digits', () => {
  test('puts the hyphens in', async () => {
    expect(await readings(dateFromDigits, DATE, '20260304')).toEqual(['2026-03-04']);
    expect(await readings(dateFromDigits, DATE, '20240229')).toEqual(['2024-02-29']);
  });

  test.each([['20260230'], ['20261301'], ['20230229'], ['2026034'], ['202603041'], ['20260004'], ['abcdefgh']])('leaves %j alone', async (text) => {
    expect(await readings(dateFromDigits, DATE, text)).toEqual([]);
  });

  test('is for days, not for other formats', async () => {
    expect(await readings(dateFromDigits, MOMENT, '20260304')).toEqual([]);
    expect(await readings(dateFromDigits, { type: 'string', format: 'uuid' }, '20260304')).toEqual([]);
  });
});

describe('date-from-parts', () => {
  test.each([
    ['2026/03/14', '2026-03-14'], ['2026.3.4', '2026-03-04'], ['2026-3-4', '2026-03-04'], ['31/03/2026', '2026-03-31'], ['31.03.2026', '2026-03-31'],
    ['12/31/2026', '2026-12-31'], ['05-05-2026', '2026-05-05'],
  ])('reads %j as %j', async (text, day) => {
    expect(await readings(dateFromParts, DATE, text)).toEqual([day]);
  });

  test.each([['03/04/2026'], ['03.04.2026'], ['05-06-2026']])('proposes both readings of %j', async (text) => {
    expect(await readings(dateFromParts, DATE, text)).toHaveLength(2);
  });

  test.each([['31/13/2026'], ['03/04/26'], ['2026/14/03'], ['03/04-2026'], ['1.2.3'], ['31/02/2026']])('leaves %j alone', async (text) => {
    expect(await readings(dateFromParts, DATE, text)).toEqual([]);
  });
});

describe('date-time-form', () => {
  test.each([
    ['20260304T101500Z', '2026-03-04T10:15:00Z'], ['2026-03-04 10:15:00Z', '2026-03-04T10:15:00Z'], ['2026-03-04T10:15Z', '2026-03-04T10:15:00Z'],
    ['2026-03-04T10:15:00+0100', '2026-03-04T10:15:00+01:00'], ['2026-03-04T10:15:00-05', '2026-03-04T10:15:00-05:00'],
    ['2026-03-04 10:15:00 UTC', '2026-03-04T10:15:00Z'], ['2026-03-04T10:15:00,250Z', '2026-03-04T10:15:00.250Z'],
  ])('reads %j as %j', async (text, moment) => {
    expect(new Set(await readings(dateTimeForm, MOMENT, text))).toEqual(new Set([moment]));
  });

  test('an offset of zero is UTC where the schema wants no offset, another offset is not', async () => {
    expect(await readings(dateTimeForm, UTC_ONLY, '2026-03-04T10:15:00+00:00')).toEqual(['2026-03-04T10:15:00Z']);
    expect(await readings(dateTimeForm, UTC_ONLY, '2026-03-04T10:15:00+01:00')).toEqual([]);
  });

  test.each([['2026-03-04T10:15:00'], ['2026-03-29T02:30:00'], ['2026-03-04'], ['2026-02-30T10:15:00 UTC'], ['2026-03-04T25:15Z'], ['2026-03-04T10:60Z'], ['10:15Z']])(
    'leaves %j alone',
    async (text) => {
      expect(await readings(dateTimeForm, MOMENT, text)).toEqual([]);
    },
  );
});
