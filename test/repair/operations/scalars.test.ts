import { describe, expect, test } from 'vitest';

import type { Json, JsonObject } from '../../../src/core/json.ts';
import { soundsLikeDigitText } from '../../../src/repair/digit-text.ts';
import { booleanFromString } from '../../../src/repair/operations/boolean-from-string.ts';
import { enumCase } from '../../../src/repair/operations/enum-case.ts';
import { numberFromGroupedText } from '../../../src/repair/operations/number-from-grouped-text.ts';
import { numberFromString } from '../../../src/repair/operations/number-from-string.ts';
import { stringFromScalar } from '../../../src/repair/operations/string-from-scalar.ts';
import { trim } from '../../../src/repair/operations/trim.ts';
import { readings, readingsIn } from './readings.ts';

const BOOLEAN: JsonObject = { type: 'boolean' };
const NUMBER: JsonObject = { type: 'number' };
const INTEGER: JsonObject = { type: 'integer' };
const STRING: JsonObject = { type: 'string' };

describe('boolean-from-string', () => {
  test.each<[string, boolean]>([
    ['TRUE', true], ['true', true], [' True ', true], ['yes', true], ['on', true], ['1', true], ['t', true], ['Y', true],
    ['false', false], ['No', false], ['OFF', false], ['0', false], ['f', false],
  ])('reads %j as %j', async (text, value) => {
    expect(await readings(booleanFromString, BOOLEAN, text)).toEqual([value]);
  });

  test.each<[Json]>([[''], [' '], ['N/A'], ['null'], ['2'], ['-1'], ['ja'], ['truee'], [null], [1], [0], [['true']]])('leaves %j alone', async (value) => {
    expect(await readings(booleanFromString, BOOLEAN, value)).toEqual([]);
  });

  test('leaves a word alone where no boolean is wanted', async () => {
    expect(await readings(booleanFromString, NUMBER, 'true')).toEqual([]);
    expect(await readings(booleanFromString, { enum: ['YES', 'NO'] }, 'yes')).toEqual([]);
  });

  test('reads a boolean literal', async () => {
    expect(await readings(booleanFromString, { const: true }, 'TRUE')).toEqual([true]);
  });
});

describe('number-from-string', () => {
  test.each<[string, number]>([
    ['42', 42], [' 42 ', 42], ['-7', -7], ['0', 0], ['49.90', 49.9], ['0.1', 0.1], ['1.0', 1], ['9007199254740991', 9007199254740991], ['0.000001', 0.000001],
    ['１２', 12], ['８\u200b', 8], ['\u200e-5', -5], ['\u2212５', -5], ['４９．９０', 49.9], ['\u0661\u0662', 12], ['\ufeff7\u00a0', 7],
  ])('reads %j as %j', async (text, value) => {
    expect(await readings(numberFromString, NUMBER, text)).toEqual([value]);
  });

  test.each<[Json]>([
    [''], [' '], ['+5'], ['007'], ['1e3'], ['0x1F'], ['Infinity'], ['1e999'], ['NaN'], ['12,50'], ['1_000'], ['.5'], ['5.'], ['-0'], ['24.5.0'], ['1.2万'], ['$5'],
    ['9007199254740993'], ['0.1000000000000000055511151231257827'], ['①'], ['1\u202e2'], ['1/2'], ['５万'], [null], [true], [[]], [['5']],
  ])('leaves %j alone', async (value) => {
    expect(await readings(numberFromString, NUMBER, value)).toEqual([]);
  });

  test('reads no decimal point where a whole number is wanted', async () => {
    expect(await readings(numberFromString, INTEGER, '42')).toEqual([42]);
    expect(await readings(numberFromString, INTEGER, '49.00')).toEqual([]);
  });

  test('reads a numeric literal', async () => {
    expect(await readings(numberFromString, { enum: [1, 2] }, '2')).toEqual([2]);
  });
});

describe('number-from-grouped-text', () => {
  test.each<[string, number]>([['1,072', 1072], ['1\'250', 1250], ['1 250', 1250], ['1\u00a0250', 1250], ['1.234.567', 1234567], ['-12,345,678', -12345678],
    ['１，２００', 1200], ['1\u2009250', 1250], ['1\u202f250', 1250], ['1\u2019250', 1250], ['12,34,567', 1234567], ['1,23,456', 123456], ['1_250', 1250]])(
    'reads %j as %j where a whole number is wanted',
    async (text, value) => {
      expect(await readings(numberFromGroupedText, INTEGER, text)).toEqual([value]);
    },
  );

  test.each<[string, number]>([['1.234,56', 1234.56], ['1,234.50', 1234.5], ['12,50', 12.5], ['0,5', 0.5], ['1 234,5', 1234.5]])('reads %j as %j', async (text, value) => {
    expect(await readings(numberFromGroupedText, NUMBER, text)).toEqual([value]);
  });

  test.each<[string, string, number | undefined]>([
    ['de-DE', '1,234', 1.234], ['en-US', '1,234', 1234], ['fr-FR', '1,234', 1.234], ['de_CH', '1,234', undefined], ['de', '1,234', undefined], ['xx-YY', '1,234', undefined],
    ['en-US', '2,000', 2000], ['en-GB', '1.234,56', 1234.56], ['en-IN', '12,34,567.5', 1234567.5],
  ])('the payload’s own locale %s decides that %j is %j', async (locale, text, value) => {
    const payload = { locale, lines: [{ place: text }] };
    const schema: JsonObject = { type: 'object', properties: { lines: { type: 'array', items: { type: 'object', properties: { place: NUMBER } } } } };
    expect(await readingsIn(numberFromGroupedText, schema, payload, '/lines/0/place')).toEqual(value === undefined ? [1.234, 1234] : [value]);
  });

  test('a dot that a program may have written is decided by the configuration, not by the payload', async () => {
    const schema: JsonObject = { type: 'object', properties: { place: NUMBER } };
    const both = async (payload: Json, locales: Readonly<Record<string, string>> = {}): Promise<Json> =>
      [...await readingsIn(numberFromString, schema, payload, '/place', { locales }), ...await readingsIn(numberFromGroupedText, schema, payload, '/place', { locales })];
    expect(await both({ place: '1.299', locale: 'de-DE' })).toEqual([1.299, { rival: 1299 }]);
    expect(await both({ place: '1.299', locale: 'en-US' })).toEqual([1.299]);
    expect(await both({ place: '1.299' }, { '/place': 'de-DE' })).toEqual([1299]);
    expect(await both({ place: '1.299' }, { '/place': 'en-US' })).toEqual([1.299]);
    expect(await both({ place: '1.5' }, { '/place': 'de-DE' })).toEqual([1.5]);
    expect(await both({ place: '1,234', locale: 'en-US', language: 'de-DE' })).toEqual([1.234, 1234]);
  });

  test('a comma before three zeros is a rival of itself, because both readings are whole', async () => {
    expect(await readings(numberFromGroupedText, INTEGER, '2,000')).toEqual([{ rival: 2000 }]);
    expect(await readings(numberFromGroupedText, INTEGER, '2,000,000')).toEqual([2000000]);
  });

  test('proposes every reading that the signs admit', async () => {
    expect(await readings(numberFromGroupedText, NUMBER, '1,234')).toEqual([1.234, 1234]);
  });

  test('one dot is a rival of the decimal point, never a reading of its own', async () => {
    expect(await readings(numberFromGroupedText, NUMBER, '1.299')).toEqual([{ rival: 1299 }]);
    expect(await readings(numberFromGroupedText, INTEGER, '2.000')).toEqual([{ rival: 2000 }]);
  });

  test.each<[string]>([['1,07'], ['12,3456'], ['1,2,456'], ['12,345,67'], ['1,234.567'], ['1 2'], ['1_2'], ['0,123,456'], [',123'], ['1,'], ['1,072 kg'], ['24.5.0'], ['1,234.567.8'], ['90,071,992,547,409,93']])(
    'leaves %j alone where a whole number is wanted',
    async (text) => {
      expect(await readings(numberFromGroupedText, INTEGER, text)).toEqual([]);
    },
  );
});

describe('string-from-scalar', () => {
  test.each<[Json, string]>([[43053796, '43053796'], [0, '0'], [-15, '-15']])('writes %j as %j', async (value, text) => {
    expect(await readings(stringFromScalar, STRING, value)).toEqual([text]);
  });

  test('writes a boolean only where that text is an allowed value: to YAML, NO for Norway is false', async () => {
    expect(await readings(stringFromScalar, STRING, false)).toEqual([]);
    expect(await readings(stringFromScalar, { enum: ['SE', 'NO', 'DK'] }, false)).toEqual([]);
    expect(await readings(stringFromScalar, { enum: ['true', 'false', 'unset'] }, false)).toEqual(['false']);
  });

  test('leaves digits alone that may have begun with zeros, unless the schema would notice', async () => {
    const inPlace = (key: string, fragment: JsonObject): Promise<readonly Json[]> =>
      readingsIn(stringFromScalar, { type: 'object', properties: { [key]: fragment } }, { [key]: 7552 }, `/${key}`);
    expect(await Promise.all(['zip', 'postCode', 'phone'].map((key) => inPlace(key, STRING)))).toEqual([[], [], []]);
    // 07552 would match as well, so that the pattern proves nothing.
    expect(await inPlace('zip', { type: 'string', pattern: '^\\d{4,5}$' })).toEqual([]);
    expect(await inPlace('zip', { type: 'string', minLength: 4 })).toEqual([]);
    expect(await inPlace('zip', { type: 'string', pattern: '^\\d{4}$' })).toEqual(['7552']);
    expect(await inPlace('zip', { type: 'string', pattern: '^[1-9]\\d*$' })).toEqual(['7552']);
    expect(await inPlace('zip', { type: 'string', maxLength: 4 })).toEqual(['7552']);
    expect(await inPlace('zip', { enum: ['7552', '8000'] })).toEqual(['7552']);
    expect(await inPlace('zip', { enum: ['7552', '07552'] })).toEqual([]);
    expect(await inPlace('label', STRING)).toEqual(['7552']);
  });

  test.each([
    ['/routingNumber'], ['/routingnumber'], ['/routing'], ['/sortCode'], ['/iban'], ['/taxId'], ['/vatNo'], ['/SSN'], ['/nationalId'], ['/passportNr'], ['/driverLicence'], ['/eanCodes/0'], ['/isbn13'],
    ['/phone1'], ['/phoneNumbers/0'], ['/homephone'], ['/faxNo'], ['/msisdn'], ['/postal_code'], ['/postcode'], ['/plz'], ['/cardNumber'], ['/card/number'], ['/serials/2'], ['/sku'], ['/imei'], ['/promoCode'],
    ['/orderNum'], ['/bankAccount'], ['/phone/value'], ['/apiVersion'],
  ])('%s sounds like a text of digits', (pointer) => {
    expect(soundsLikeDigitText(pointer)).toBe(true);
  });

  test.each([['/accountId'], ['/providerAccountId'], ['/orderId'], ['/label'], ['/value'], ['/numberOfRooms'], ['/title'], ['/notes/0'], ['/codec'], ['/casino'], ['']])('%j does not', (pointer) => {
    expect(soundsLikeDigitText(pointer)).toBe(false);
  });

  test.each<[Json]>([[1.1], [49.9], [-1.5], [1524831183200260000], [1e21], [1e-7], [null], [{}], [[1]]])('leaves %j alone', async (value) => {
    expect(await readings(stringFromScalar, STRING, value)).toEqual([]);
  });
});

describe('trim', () => {
  test.each<[string, string]>([['TSHIRT-M ', 'TSHIRT-M'], ['\u00a0MUG-12\u00a0', 'MUG-12'], ['\tFR\r\n', 'FR'], ['\ufeffA', 'A']])('trims %j to %j', async (text, value) => {
    expect(await readings(trim, { type: 'string', pattern: '^[A-Z0-9-]+$' }, text)).toEqual([value]);
  });

  test('leaves blanks inside, and a text of nothing but blanks', async () => {
    expect(await readings(trim, { type: 'string', pattern: '^[A-Z]+$' }, 'A B')).toEqual([]);
    expect(await readings(trim, { type: 'string', pattern: '^[A-Z]+$' }, '   ')).toEqual([]);
  });

  test('trims to an allowed value only', async () => {
    expect(await readings(trim, { enum: ['web'] }, ' web')).toEqual(['web']);
    expect(await readings(trim, { enum: ['web'] }, ' mobile')).toEqual([]);
  });
});

describe('enum-case', () => {
  const LEVELS: JsonObject = { enum: ['Active', 'Suspended', 1, null] };

  test.each([['active', 'Active'], ['SUSPENDED', 'Suspended'], [' active ', 'Active']])('reads %j as %j', async (text, member) => {
    expect(await readings(enumCase, LEVELS, text)).toEqual([member]);
  });

  test.each([['activ'], ['actives'], [''], ['null']])('leaves %j alone', async (text) => {
    expect(await readings(enumCase, LEVELS, text)).toEqual([]);
  });

  test('leaves a word alone that two members spell in different case, or that is the start of two', async () => {
    expect(await readings(enumCase, { enum: ['Active', 'active'] }, 'ACTIVE')).toEqual([]);
    expect(await readings(enumCase, { enum: ['CANCELLED_BY_A', 'CANCELLED_BY_B'] }, 'cancelled')).toEqual([]);
  });

  test('reads a literal', async () => {
    expect(await readings(enumCase, { const: 'order.created' }, 'ORDER.CREATED')).toEqual(['order.created']);
    expect(await readings(enumCase, { const: 'order.created' }, 'invoice.created')).toEqual([]);
  });
});
