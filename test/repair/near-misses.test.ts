import { describe, expect, test } from 'vitest';

import type { Json, JsonObject } from '../../src/core/json.ts';
import { outcomeOf, type LetterSketch } from './letters.ts';

const TEXT: JsonObject = { type: 'string' };
const NUMBER: JsonObject = { type: 'number' };
const WHOLE: JsonObject = { type: 'integer' };
const TIME: JsonObject = { type: 'string', format: 'date-time' };
const PHONE: JsonObject = { type: 'string', pattern: '^\\+[1-9]\\d{7,14}$' };
const LIST: JsonObject = { type: 'array', items: TEXT };

const of = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, required: Object.keys(properties), ...more });
const unitOf = (...members: readonly string[]): JsonObject => of({ unit: { type: 'string', enum: [...members] } });

/** What looks like a form that is repaired, and means something else. */
describe('near misses are left to a person', () => {
  test.each<[string, JsonObject, Json, LetterSketch?]>([
    ['a comma between groups where the letter states German', of({ locale: TEXT, samples: WHOLE }), { locale: 'de-DE', samples: '1,200' }],
    ['a decimal comma where the letter states English', of({ locale: TEXT, weightKg: NUMBER }), { locale: 'en-US', weightKg: '1,5' }],
    ['a comma between groups where the configuration states German', of({ boxes: WHOLE }), { boxes: '1,200' }, { locales: { '/boxes': 'de-DE' } }],
    ['a comma between groups beside a decimal comma', of({ width: NUMBER, boxes: WHOLE }), { width: '1.234,5', boxes: '1,234' }],
    ['a share that is no longer a fraction', of({ quality: { ...NUMBER, description: 'Never a fraction 0..1 since v3' } }), { quality: '80%' }],
    ['money in another language', of({ montant: NUMBER }), { montant: '12,50' }],
    ['money in another script', of({ 订单金额: WHOLE }), { 订单金额: '1,200' }],
    ['a time that its key tells in UTC beside another zone', of({ atUtc: TIME, tz: TEXT }), { atUtc: '2026-03-04T10:15:00', tz: 'Europe/Berlin' }],
    ['milligrams where megagrams are known', unitOf('Mg', 'kg'), { unit: 'mg' }],
    ['megabits where megabytes are known', unitOf('MB', 'GB'), { unit: 'Mb' }],
    ['megawatts where milliwatts are known', unitOf('mW', 'W'), { unit: 'MW' }],
    ['units under a key that does not say so', of({ sizeIn: { type: 'string', enum: ['MB', 'GB'] } }), { sizeIn: 'Mb' }],
    ['two phones that share their beginning', of({ phone: PHONE }), { phone: '+33155501234/35' }],
    ['a blank that a password may begin with', of({ password: { type: 'string', pattern: '^\\S+$' } }), { password: ' secret12' }],
    ['false in place of a list', of({ tags: LIST }), { tags: false }],
    ['a word for no list', of({ tags: LIST }), { tags: 'none' }],
    ['a list of null', of({ priority: { type: 'string', default: 'normal' } }), { priority: [null] }],
    ['a mark that the thing is deleted', of({ ref: TEXT }, { additionalProperties: false }), { ref: 'a', __deleted: true }],
    ['a mark of what is to be done', of({ ref: TEXT }, { additionalProperties: false }), { ref: 'a', __op: 'd' }],
    ['an old key with hashed values', of({ host: { ...TEXT, description: 'Renamed from `instance`, hashed since v3' } }), { instance: 'i-1' }],
    ['an old key that meant something else', of({ host: { ...TEXT, description: 'Renamed from `instance` on 2026-01-01; older letters carry the tenant there' } }), { instance: 'i-1' }],
    ['an old key that counted otherwise', of({ slot: { ...WHOLE, description: 'Renamed from `instance`; counts from 0 instead of 1' } }), { instance: 5 }],
  ])('%s', async (_, schema, payload, sketch = {}) => {
    expect(await outcomeOf(payload, { ...sketch, schema })).toMatch(/^abstained/);
  });
});

describe('their twins are repaired', () => {
  test.each<[string, JsonObject, Json, Json, LetterSketch?]>([
    ['a dot between groups where the letter states German', of({ locale: TEXT, samples: WHOLE }), { locale: 'de-DE', samples: '1.200' }, { locale: 'de-DE', samples: 1200 }],
    ['a comma between groups beside a decimal dot', of({ width: NUMBER, boxes: WHOLE }), { width: '1,234.5', boxes: '1,234' }, { width: 1234.5, boxes: 1234 }],
    ['an apostrophe between groups, whatever the language', of({ locale: TEXT, samples: WHOLE }), { locale: 'en-US', samples: "1'250" }, { locale: 'en-US', samples: 1250 }],
    ['a share in percent, and not a fraction', of({ quality: { ...NUMBER, description: 'Percent, not a fraction' } }), { quality: '80%' }, { quality: 80 }],
    ['a size, which is no unit', of({ size: { type: 'string', enum: ['S', 'M', 'L'] } }), { size: 'm' }, { size: 'M' }],
    ['a unit without a twin', unitOf('kg', 'piece'), { unit: 'Piece' }, { unit: 'piece' }],
    ['a phone with blanks', of({ phone: PHONE }), { phone: '+33 1 55 50 12 34' }, { phone: '+33155501234' }],
    ['a time that its key tells in UTC', of({ atUtc: TIME, tz: TEXT }), { atUtc: '2026-03-04T10:15:00', tz: 'UTC' }, { atUtc: '2026-03-04T10:15:00Z', tz: 'UTC' }],
    ['a plain rename', of({ host: { ...TEXT, description: 'Renamed from `instance` (release 2026-08-22); same value' } }), { instance: 'i-1' }, { host: 'i-1' }],
  ])('%s', async (_, schema, payload, expected, sketch = {}) => {
    expect(await outcomeOf(payload, { ...sketch, schema })).toEqual(expected);
  });
});
