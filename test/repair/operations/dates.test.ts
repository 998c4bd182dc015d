import { describe, expect, test } from 'vitest';

import type { Json, JsonObject } from '../../../src/core/json.ts';
import { dateFromDigits } from '../../../src/repair/operations/date-from-digits.ts';
import { dateFromDateTime } from '../../../src/repair/operations/date-from-date-time.ts';
import { dateFromParts } from '../../../src/repair/operations/date-from-parts.ts';
import { dateFromWords } from '../../../src/repair/operations/date-from-words.ts';
import { dateTimeForm } from '../../../src/repair/operations/date-time-form.ts';
import { dateTimeFromEpoch } from '../../../src/repair/operations/date-time-from-epoch.ts';
import { dateTimeFromWords } from '../../../src/repair/operations/date-time-from-words.ts';
import { dateTimeInZone } from '../../../src/repair/operations/date-time-in-zone.ts';
import { epochUnit } from '../../../src/repair/operations/epoch-unit.ts';
import { readings, readingsIn } from './readings.ts';

const DATE: JsonObject = { type: 'string', format: 'date' };
/** RFC 3339 to the letter; Ajv's own check is more lenient. */
const MOMENT: JsonObject = { type: 'string', format: 'date-time', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d([.]\\d+)?(Z|[+-]\\d\\d:\\d\\d)$' };
const UTC_ONLY: JsonObject = { type: 'string', format: 'date-time', pattern: 'Z$' };

describe('date-from-digits', () => {
  test('puts the hyphens in', async () => {
    expect(await readings(dateFromDigits, DATE, '20260304')).toEqual(['2026-03-04']);
    expect(await readings(dateFromDigits, DATE, '20240229')).toEqual(['2024-02-29']);
  });

  test.each([['20260230'], ['20261301'], ['20230229'], ['2026034'], ['202603041'], ['20260004'], ['abcdefgh'], ['01011202'], ['03042026']])('leaves %j alone', async (text) => {
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
    ['12/31/2026', '2026-12-31'], ['05-05-2026', '2026-05-05'], ['２０２６／０３／１４', '2026-03-14'], ['31–03–2026', '2026-03-31'],
  ])('reads %j as %j', async (text, day) => {
    expect(await readings(dateFromParts, DATE, text)).toEqual([day]);
  });

  test.each([['03/04/2026'], ['03.04.2026'], ['05-06-2026']])('proposes both readings of %j', async (text) => {
    expect(await readings(dateFromParts, DATE, text)).toHaveLength(2);
  });

  test.each<[string, string, string | undefined]>([
    ['de-AT', '05.11.2026', '2026-11-05'], ['de-DE', '03.04.2026', '2026-04-03'], ['en-GB', '03/04/2026', '2026-04-03'], ['en_US', '03/04/2026', '2026-03-04'], ['nl-NL', '03-04-2026', '2026-04-03'],
    ['fr-FR', '3/4/2026', '2026-04-03'], ['pt-BR', '03/04/2026', '2026-04-03'], ['en-AU', '03/04/2026', '2026-04-03'],
    // Another sign than the language's, a language without its country, and countries that write both.
    ['de-DE', '03/04/2026', undefined], ['en-US', '03.04.2026', undefined], ['en-US', '03-04-2026', undefined], ['en', '03/04/2026', undefined], ['de', '03.04.2026', undefined], ['en-CA', '03/04/2026', undefined],
    ['en-PH', '03/04/2026', undefined], ['es-US', '03/04/2026', undefined], ['en-ZA', '03/04/2026', undefined], ['sv-SE', '03/04/2026', undefined], ['th-TH', '03/04/2026', undefined], ['xx-YY', '03/04/2026', undefined],
  ])('the payload’s own locale %s makes %j %j, and where it can not leaves both', async (locale, text, day) => {
    const schema: JsonObject = { type: 'object', properties: { place: DATE } };
    const stated = await readingsIn(dateFromParts, schema, { locale, place: text }, '/place');
    const declared = await readingsIn(dateFromParts, schema, { place: text }, '/place', { locales: { '/place': locale.replace('_', '-') } });
    const days = day === undefined ? ['2026-03-04', '2026-04-03'] : [day];
    expect([new Set(stated), new Set(declared)]).toEqual([new Set(days), new Set(days)]);
  });

  test('a locale decides nothing that another one beside it contradicts, and nothing that the calendar tells', async () => {
    const schema: JsonObject = { type: 'object', properties: { place: DATE } };
    expect(await readingsIn(dateFromParts, schema, { locale: 'en-US', lang: 'en-GB', place: '03/04/2026' }, '/place')).toHaveLength(2);
    expect(await readingsIn(dateFromParts, schema, { locale: 'en-US', place: '31/03/2026' }, '/place')).toEqual(['2026-03-31']);
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
    ['2026-03-04t10:15:00z', '2026-03-04T10:15:00Z'], ['2026/03/04 10:15 +0100', '2026-03-04T10:15:00+01:00'], ['2026-03-04T10:15:00+01:00[Europe/Berlin]', '2026-03-04T10:15:00+01:00'],
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

describe('date-from-words', () => {
  test.each([
    ['4 March 2026', '2026-03-04'], ['Mar 4, 2026', '2026-03-04'], ['04-Mar-2026', '2026-03-04'], ['March 4th, 2026', '2026-03-04'], ['2026-Mar-04', '2026-03-04'],
    ['Wed Mar 04 2026', '2026-03-04'], ['Wednesday, 4 March 2026', '2026-03-04'], ['2026年3月4日', '2026-03-04'], ['２０２６年３月４日', '2026-03-04'], ['2026년 3월 4일', '2026-03-04'], ['4 Sept. 2026', '2026-09-04'],
  ])('reads %j as %j', async (text, day) => {
    expect(await readings(dateFromWords, DATE, text)).toEqual([day]);
  });

  test.each([['4 March 26'], ['31 Feb 2026'], ['Thu Mar 04 2026'], ['March 2026'], ['4 Maerz 2026'], ['3/Mar'], ['2026年13月4日'], ['May']])('leaves %j alone', async (text) => {
    expect(await readings(dateFromWords, DATE, text)).toEqual([]);
  });
});

describe('date-from-date-time', () => {
  const schema: JsonObject = { type: 'object', properties: { day: DATE } };

  test.each([['2026-03-04T00:00:00Z'], ['2026-03-04T00:00:00.000Z'], ['2026-03-04 00:00:00'], ['2026-03-04T00:00:00+00:00']])('reads %j as a day', async (day) => {
    expect(await readingsIn(dateFromDateTime, schema, { day }, '/day')).toEqual(['2026-03-04']);
    expect(await readingsIn(dateFromDateTime, schema, { day, tz: 'UTC' }, '/day')).toEqual(['2026-03-04']);
  });

  test.each<[Json]>([[{ day: '2026-03-04T10:15:00Z' }], [{ day: '2026-03-03T23:00:00.000Z' }], [{ day: '2026-03-04T00:00:00+01:00' }], [{ day: '2026-03-04T00:00:00Z', tz: 'America/New_York' }], [{ day: '2026-02-30T00:00:00Z' }]])(
    'leaves %j alone',
    async (payload) => {
      expect(await readingsIn(dateFromDateTime, schema, payload, '/day')).toEqual([]);
    },
  );
});

describe('date-time-from-words', () => {
  test.each([
    ['Wed, 04 Mar 2026 10:15:00 GMT', '2026-03-04T10:15:00Z'], ['Wed, 4 Mar 2026 10:15:00 +0100', '2026-03-04T10:15:00+01:00'], ['4 Mar 2026 10:15 UTC', '2026-03-04T10:15:00Z'],
    ['Wed Mar 04 2026 10:15:00 GMT+0100 (Central European Standard Time)', '2026-03-04T10:15:00+01:00'],
  ])('reads %j as %j', async (text, moment) => {
    expect(await readings(dateTimeFromWords, MOMENT, text)).toContain(moment);
  });

  test.each([['Wed, 04 Mar 2026 10:15:00 EST'], ['Wed, 04 Mar 2026 10:15:00'], ['Thu, 04 Mar 2026 10:15:00 GMT'], ['Wednesday, 04-Mar-26 10:15:00 GMT'], ['Wed Mar  4 10:15:00 2026']])('leaves %j alone', async (text) => {
    expect(await readings(dateTimeFromWords, MOMENT, text)).toEqual([]);
  });
});

describe('date-time-in-zone', () => {
  const schema: JsonObject = { type: 'object', properties: { at: { type: 'string', format: 'date-time' }, slot: { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } } } };
  const moment = async (payload: Json, pointer = '/at'): Promise<readonly Json[]> => readingsIn(dateTimeInZone, schema, payload, pointer);

  test.each<[Json, string]>([
    [{ at: '2026-03-04T10:15:00', tz: 'UTC' }, '2026-03-04T10:15:00Z'],
    [{ at: '2026-03-04 10:15', timezone: 'Etc/UTC' }, '2026-03-04T10:15:00Z'],
    [{ at: '20260304T101500', utcOffset: '+02:00' }, '2026-03-04T10:15:00+02:00'],
    [{ at: '2026-03-04T10:15:00.250', timeZone: 'Europe/Berlin' }, '2026-03-04T10:15:00.250+01:00'],
    [{ at: '2026-07-04T10:15:00', time_zone: 'America/St_Johns' }, '2026-07-04T10:15:00-02:30'],
    [{ at: '2026-03-04T10:15:00', atTz: 'Asia/Kolkata', tz: 'UTC' }, '2026-03-04T10:15:00+05:30'],
    [{ at: '2026-03-29T03:30:00', tz: 'Europe/Berlin' }, '2026-03-29T03:30:00+02:00'],
  ])('reads %j as %j', async (payload, expected) => {
    expect(await moment(payload)).toEqual([expected]);
  });

  test('the nearest object that states a zone counts', async () => {
    expect(await moment({ tz: 'UTC', slot: { at: '2026-03-04T10:15:00', zone: '+01:00' } }, '/slot/at')).toEqual(['2026-03-04T10:15:00+01:00']);
    expect(await moment({ tz: 'UTC', slot: { at: '2026-03-04T10:15:00' } }, '/slot/at')).toEqual(['2026-03-04T10:15:00Z']);
  });

  test.each<[string, Json]>([
    ['no zone', { at: '2026-03-04T10:15:00' }],
    ['a time that clocks skipped', { at: '2026-03-29T02:30:00', tz: 'Europe/Berlin' }],
    ['a time that came twice', { at: '2026-10-25T02:30:00', tz: 'Europe/Berlin' }],
    ['a short name', { at: '2026-03-04T10:15:00', tz: 'CST' }],
    ['an unknown place', { at: '2026-03-04T10:15:00', tz: 'Europe/Atlantis' }],
    ['two zones', { at: '2026-03-04T10:15:00', tz: 'UTC', timezone: '+01:00' }],
    ['a number of hours or minutes', { at: '2026-03-04T10:15:00', utcOffset: 2 }],
    ['no day', { at: '2026-02-30T10:15:00', tz: 'UTC' }],
    ['no time', { at: '2026-03-04', tz: 'UTC' }],
  ])('leaves the text alone with %s', async (_, payload) => {
    expect(await moment(payload)).toEqual([]);
  });
});

describe('date-time-from-epoch', () => {
  test.each<[Json, string]>([[1767225600, '2026-01-01T00:00:00Z'], [1767225600123, '2026-01-01T00:00:00.123Z'], ['1767225600', '2026-01-01T00:00:00Z'], [1767225600000, '2026-01-01T00:00:00.000Z'], [1767225600000000, '2026-01-01T00:00:00.000Z']])(
    'reads %j as %j',
    async (value, expected) => {
      expect(await readings(dateTimeFromEpoch, { type: 'string', format: 'date-time' }, value)).toEqual([expected]);
    },
  );

  test.each<[Json]>([[0], [86400], [20260304], [20260304101500], [4102444800000000], [1767225600123456], [17672256000]])('leaves %j alone', async (value) => {
    expect(await readings(dateTimeFromEpoch, { type: 'string', format: 'date-time' }, value)).toEqual([]);
  });

  test('a day of birth may lie in 1970', async () => {
    const schema: JsonObject = { type: 'object', properties: { birthDate: { type: 'string', format: 'date-time' } } };
    expect(await readingsIn(dateTimeFromEpoch, schema, { birthDate: 1767225600 }, '/birthDate')).toEqual([]);
  });
});

describe('epoch-unit', () => {
  const MILLISECONDS: JsonObject = { type: 'integer', minimum: 1_000_000_000_000, maximum: 4_102_444_800_000 };
  const SECONDS: JsonObject = { type: 'integer', minimum: 0, maximum: 9_999_999_999 };
  const inPlace = (key: string, fragment: JsonObject, value: Json): Promise<readonly Json[]> => readingsIn(epochUnit, { type: 'object', properties: { [key]: fragment } }, { [key]: value }, `/${key}`);

  test('counts the same moment in the unit that the bounds admit', async () => {
    expect(await inPlace('publishedAtMs', MILLISECONDS, 1767225600)).toEqual([1767225600000]);
    expect(await inPlace('createdAt', { type: 'integer', minimum: 1_000_000_000_000 }, 1767225600)).toEqual([1767225600000]);
    expect(await inPlace('expires_at', SECONDS, 1767225600000)).toEqual([1767225600]);
    expect(await inPlace('expires_at', SECONDS, '1767225600000')).toEqual([1767225600]);
    expect(await inPlace('seenAt', MILLISECONDS, 1767225600000000)).toEqual([1767225600000]);
    expect(await inPlace('value', { ...MILLISECONDS, description: 'Epoch milliseconds' }, 1767225600)).toEqual([1767225600000]);
  });

  test('leaves alone what would be rounded, what is no moment, and what does not tell of one', async () => {
    expect(await inPlace('expires_at', SECONDS, 1767225600123)).toEqual([]);
    expect(await inPlace('expires_at', SECONDS, -5)).toEqual([]);
    expect(await inPlace('publishedAtMs', MILLISECONDS, 1767)).toEqual([]);
    expect(await inPlace('views', SECONDS, 1767225600000)).toEqual([]);
    expect(await inPlace('createdAt', { type: 'integer', maximum: 100 }, 1767225600000)).toEqual([]);
    expect(await inPlace('createdAt', { type: 'integer', minimum: 2_000_000_000_000 }, 1767225600)).toEqual([]);
  });
});
