import { describe, expect, test } from 'vitest';

import type { Json, JsonObject } from '../../../src/core/json.ts';
import { numberFromLongForm } from '../../../src/repair/operations/number-from-long-form.ts';
import { numberFromUnitText } from '../../../src/repair/operations/number-from-unit-text.ts';
import type { OperationKind } from '../../../src/repair/operations/operation-kind.ts';
import { readingsIn } from './readings.ts';

const INTEGER: JsonObject = { type: 'integer' };
const NUMBER: JsonObject = { type: 'number' };

function under(kind: OperationKind, key: string, fragment: JsonObject, value: Json): Promise<readonly Json[]> {
  return readingsIn(kind, { type: 'object', properties: { [key]: fragment } }, { [key]: value }, `/${key}`);
}

describe('number-from-long-form', () => {
  test.each<[string, string, number]>([
    ['copies', '2.0', 2], ['copies', '2.00', 2], ['copies', '-3.0', -3], ['seats', '+5', 5], ['seats', '+5.0', 5], ['copies', '2.0000', 2], ['orderId', '12345.0', 12345], ['hour', '07', 7],
    ['itemQty', '0012', 12], ['minute', '00', 0], ['copies', '\u200b2.0 ', 2], ['copies', '２.０', 2],
  ])('under %s reads %j as %j where a whole number is wanted', async (key, text, value) => {
    expect(await under(numberFromLongForm, key, INTEGER, text)).toEqual([value]);
  });

  test.each<[string, string]>([
    ['copies', '2'], ['copies', '2.5'], ['copies', '2.05'], ['copies', '2.000'], ['copies', '2,0'], ['copies', '1e3'], ['copies', '0x1F'], ['copies', '+-5'], ['copies', '++5'], ['copies', '2.'], ['copies', '.0'],
    ['amountCents', '49.00'], ['price', '49.00'], ['totalMinor', '49.0'], ['agent', '007'], ['room', '012'], ['accountId', '007'], ['branchCode', '+5'], ['phone', '+491'], ['dialCode', '+49'], ['zip', '1067.0'],
    ['copies', '99999999999999999.0'], ['copies', '--0.0'],
  ])('under %s leaves %j alone', async (key, text) => {
    expect(await under(numberFromLongForm, key, INTEGER, text)).toEqual([]);
  });

  test('a description that counts in cents is believed', async () => {
    expect(await under(numberFromLongForm, 'value', { ...INTEGER, description: 'Minor units' }, '49.00')).toEqual([]);
  });

  test('reads a plus before any number, and nothing else that is no whole one', async () => {
    expect(await under(numberFromLongForm, 'offset', NUMBER, '+5.25')).toEqual([5.25]);
    expect(await Promise.all(['+1.299', '2.0', '07', '+07'].map((text) => under(numberFromLongForm, 'offset', NUMBER, text)))).toEqual([[], [], [], []]);
  });
});

describe('number-from-unit-text', () => {
  test.each<[string, JsonObject, string, number]>([
    ['millilitres', INTEGER, '250 ml', 250], ['timeoutMs', INTEGER, '500ms', 500], ['weightKg', NUMBER, '2.5 kg', 2.5], ['weightKg', INTEGER, '2.0 kg', 2], ['weightKg', NUMBER, '0.125 kg', 0.125],
    ['weight', { ...NUMBER, description: 'Weight in kg' }, '5 kg', 5], ['weight', { ...NUMBER, description: 'Weight (kg)' }, '5kg', 5], ['wait', { ...INTEGER, description: 'Seconds between two tries' }, '30 sec', 30],
    ['sizeMB', INTEGER, '20 MB', 20], ['seats', INTEGER, '5 seats', 5], ['nights', INTEGER, '1 night', 1], ['durationMinutes', INTEGER, '20 min', 20], ['widthPx', INTEGER, '640 px', 640], ['celsius', NUMBER, '-4.5 °C', -4.5],
  ])('under %s (%j) reads %j as %j', async (key, fragment, text, value) => {
    expect(await under(numberFromUnitText, key, fragment, text)).toEqual([value]);
  });

  test.each<[string, JsonObject, string]>([
    ['kilograms', NUMBER, '5 lb'], ['millilitres', INTEGER, '25 cl'], ['timeoutMs', INTEGER, '5 s'], ['weight', NUMBER, '5 kg'], ['weight', { ...NUMBER, description: 'In kilograms or grams' }, '5 kg'],
    ['weightKg', { ...NUMBER, description: 'In grams' }, '5 kg'], ['price', NUMBER, '5 EUR'], ['pricePerKg', NUMBER, '5 kg'], ['feePercent', NUMBER, '5 percent'], ['amount', { ...NUMBER, description: 'Pounds' }, '5 pounds'],
    ['weightKg', NUMBER, '1.299 kg'], ['weightKg', NUMBER, '1,5 kg'], ['weightKg', NUMBER, '5 kg 200 g'], ['weightKg', NUMBER, '5-6 kg'], ['weightKg', NUMBER, 'ca. 5 kg'], ['sizeMB', INTEGER, '20 Mb'], ['metres', NUMBER, '2 M'],
    ['seats', INTEGER, '5 chairs'], ['seats', INTEGER, 'five seats'], ['seats', INTEGER, '5'], ['minAge', INTEGER, '5 min'], ['min', INTEGER, '5 min'],
  ])('under %s (%j) leaves %j alone', async (key, fragment, text) => {
    expect(await under(numberFromUnitText, key, fragment, text)).toEqual([]);
  });
});
