import { describe, expect, test } from 'vitest';

import type { Json, JsonObject } from '../../../src/core/json.ts';
import { addressFromMailto } from '../../../src/repair/operations/address-from-mailto.ts';
import { base64FromDataUrl } from '../../../src/repair/operations/base64-from-data-url.ts';
import { booleanFromNumber } from '../../../src/repair/operations/boolean-from-number.ts';
import { composedForm } from '../../../src/repair/operations/composed-form.ts';
import { enumCase } from '../../../src/repair/operations/enum-case.ts';
import { enumSeparators } from '../../../src/repair/operations/enum-separators.ts';
import { enumSynonym } from '../../../src/repair/operations/enum-synonym.ts';
import { fullWidthForm } from '../../../src/repair/operations/full-width-form.ts';
import { numberFromPercent } from '../../../src/repair/operations/number-from-percent.ts';
import type { OperationKind } from '../../../src/repair/operations/operation-kind.ts';
import { phoneForm } from '../../../src/repair/operations/phone-form.ts';
import { splitList } from '../../../src/repair/operations/split-list.ts';
import { stripInvisible } from '../../../src/repair/operations/strip-invisible.ts';
import { undoMojibake } from '../../../src/repair/operations/undo-mojibake.ts';
import { uuidForm } from '../../../src/repair/operations/uuid-form.ts';
import { readings, readingsIn } from './readings.ts';

const SKU: JsonObject = { type: 'string', pattern: '^[A-Z0-9-]+$' };
const STATUS: JsonObject = { enum: ['IN_PROGRESS', 'DONE', 'on-hold'] };
const FRACTION: JsonObject = { type: 'number', minimum: 0, maximum: 1 };
const PERCENT: JsonObject = { type: 'number', minimum: 0, maximum: 100 };
const UUID: JsonObject = { type: 'string', format: 'uuid' };
const PHONE: JsonObject = { type: 'string', pattern: '^\\+[1-9]\\d{7,14}$' };

const READ: readonly (readonly [OperationKind, JsonObject, Json, Json])[] = [
  [booleanFromNumber, { type: 'boolean' }, 1, true],
  [booleanFromNumber, { type: 'boolean' }, 0, false],
  [stripInvisible, SKU, 'MUG\u200b-12', 'MUG-12'],
  [stripInvisible, SKU, '\u200eMUG-12\u00ad', 'MUG-12'],
  [stripInvisible, { type: 'string', pattern: '^[A-Za-z ]+$' }, 'New\u00a0York', 'New York'],
  [fullWidthForm, { type: 'string', pattern: '^\\d{3}-\\d{4}$' }, '１００－０００１', '100-0001'],
  [fullWidthForm, SKU, 'ＭＵＧ－１２', 'MUG-12'],
  [composedForm, { type: 'string', pattern: '^[a-zé]+$' }, 'cafe\u0301', 'café'],
  [undoMojibake, { enum: ['Café', 'Thé'] }, 'CafÃ©', 'Café'],
  [undoMojibake, { enum: ['10 €'] }, '10 â‚¬', '10 €'],
  [undoMojibake, { enum: ['Café'] }, 'CafÃƒÂ©', 'Café'],
  [undoMojibake, { type: 'string', pattern: '^\\p{L}+$' }, 'MÃ¼nchen', 'München'],
  [enumCase, { enum: ['web', 'Café'] }, 'ＷＥＢ', 'web'],
  [enumCase, { enum: ['web', 'Café'] }, 'w\u200beb', 'web'],
  [enumCase, { enum: ['web', 'Café'] }, 'Cafe\u0301', 'Café'],
  [enumSeparators, STATUS, 'in-progress', 'IN_PROGRESS'],
  [enumSeparators, STATUS, 'inProgress', 'IN_PROGRESS'],
  [enumSeparators, STATUS, 'In Progress ', 'IN_PROGRESS'],
  [enumSeparators, STATUS, 'ON_HOLD', 'on-hold'],
  [enumSynonym, { enum: ['packed', 'shipped'], description: 'Renamed: `dispatched` is now `shipped`' }, 'dispatched', 'shipped'],
  [enumSynonym, { enum: ['low', 'high'], description: 'Formerly a number: 0 = low, 1 = high' }, 1, 'high'],
  [numberFromPercent, FRACTION, '80%', 0.8],
  [numberFromPercent, FRACTION, ' 12,5 % ', 0.125],
  [numberFromPercent, FRACTION, '100%', 1],
  [numberFromPercent, FRACTION, '0.5％', 0.005],
  [numberFromPercent, PERCENT, '80%', 80],
  [numberFromPercent, PERCENT, '7.25%', 7.25],
  [numberFromPercent, { type: 'number', description: 'Fraction 0..1' }, '7%', 0.07],
  [numberFromPercent, { type: 'number', description: 'Percentage' }, '7%', 7],
  [uuidForm, UUID, '{8B1F0F6E-2A6B-4D53-9F58-0F1E8C3D7A11}', '8B1F0F6E-2A6B-4D53-9F58-0F1E8C3D7A11'],
  [uuidForm, UUID, '8b1f0f6e2a6b4d539f580f1e8c3d7a12', '8b1f0f6e-2a6b-4d53-9f58-0f1e8c3d7a12'],
  [uuidForm, { type: 'string', pattern: '^[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}$' }, 'urn:uuid:8b1f0f6e-2a6b-4d53-9f58-0f1e8c3d7a12', '8b1f0f6e-2a6b-4d53-9f58-0f1e8c3d7a12'],
  [uuidForm, UUID, '8b1f0f6e‐2a6b‐4d53‐9f58‐0f1e8c3d7a12 ', '8b1f0f6e-2a6b-4d53-9f58-0f1e8c3d7a12'],
  [addressFromMailto, { type: 'string', format: 'email' }, 'mailto:ana@example.com', 'ana@example.com'],
  [addressFromMailto, { type: 'string', format: 'email' }, ' MAILTO:ana@example.com ', 'ana@example.com'],
  [phoneForm, PHONE, 'tel:+33155501234', '+33155501234'],
  [phoneForm, PHONE, 'tel:+33-1-55-50-12-34', '+33155501234'],
  [base64FromDataUrl, { type: 'string', pattern: '^[A-Za-z0-9+/]+=*$' }, 'data:image/png;base64,aGVsbG8=', 'aGVsbG8='],
  [splitList, { type: 'array', items: { enum: ['push', 'release'] } }, 'push,release', ['push', 'release']],
  [splitList, { type: 'array', items: { enum: ['push', 'release'] } }, 'push; release', ['push', 'release']],
  [splitList, { type: 'array', items: { enum: ['push', 'release'] } }, 'push release', ['push', 'release']],
  [splitList, { type: 'array', items: SKU }, 'A-1, B-2', ['A-1', 'B-2']],
];

test.each(READ.map(([kind, ...row]) => [kind.name, ...row, kind] as const))('%s reads %j: %j as %j', async (_, fragment, value, result, kind) => {
  expect(await readings(kind, fragment, value)).toEqual([result]);
});

const LEFT_ALONE: readonly (readonly [OperationKind, JsonObject, Json])[] = [
  [booleanFromNumber, { type: 'boolean' }, 2],
  [booleanFromNumber, { type: 'boolean' }, -1],
  [booleanFromNumber, { type: ['boolean', 'string'] }, 1],
  [stripInvisible, SKU, ' MUG-12 '],
  [stripInvisible, SKU, '\u202e21-GUM'],
  [fullWidthForm, { type: 'string', pattern: '^[A-Z]{2}$' }, 'ＭＵＧ'],
  [undoMojibake, { enum: ['Café'] }, 'Caf\ufffd'],
  [undoMojibake, { enum: ['Café'] }, 'Cafe'],
  [undoMojibake, { enum: ['Café'] }, 'ThÃ©'],
  [undoMojibake, { type: 'string', pattern: '^[^\\uFFFD]+$' }, 'Gr\ufffdnewald'],
  [enumCase, { enum: ['Active', 'active'] }, 'ACTIVE'],
  [enumSeparators, { enum: ['Active', 'active'] }, 'ACTIVE'],
  [enumSeparators, { enum: ['10', '20'] }, '1.0'],
  [enumSeparators, { enum: ['A', 'B'] }, 'A-'],
  [enumSeparators, { enum: ['1', '2'] }, '-1'],
  [enumSeparators, { enum: ['OPEN', 'CANCELLED_BY_CUSTOMER', 'CANCELLED_BY_MERCHANT'] }, 'cancelled'],
  [enumSeparators, { enum: ['refunded', 'refund_pending'] }, 'refunde'],
  [enumSeparators, { enum: ['in_progress', 'inProgress'] }, 'IN-PROGRESS'],
  [enumSynonym, { enum: ['CANCELLED'] }, 'canceled'],
  [enumSynonym, { enum: ['low', 'high'], description: '0 = low, 1 = medium' }, 1],
  [enumSynonym, { enum: ['low', 'high'], description: '0 = low in v1, 0 = high in v2' }, 0],
  [enumSynonym, { enum: ['low', 'high'], description: '0 = low' }, '00'],
  [numberFromPercent, { type: 'number' }, '80%'],
  [numberFromPercent, { type: 'number', minimum: 0, maximum: 10 }, '80%'],
  [numberFromPercent, { type: 'number', maximum: 100, description: 'Fraction 0..1' }, '80%'],
  [numberFromPercent, FRACTION, '80'],
  [numberFromPercent, PERCENT, '1.234%'],
  [numberFromPercent, PERCENT, '%'],
  [numberFromPercent, PERCENT, '5%-10%'],
  [uuidForm, UUID, '5f0c7c0e-3f0b-4a55-9a52-7d1d1a6f2b1'],
  [uuidForm, UUID, '8b1f0f6e2a6b4d539f580f1e8c3d7a1g'],
  [uuidForm, UUID, '{8b1f0f6e-2a6b-4d53-9f58-0f1e8c3d7a12'],
  [addressFromMailto, { type: 'string', format: 'email' }, 'mailto:ana@example.com?subject=hi'],
  [addressFromMailto, { type: 'string', format: 'email' }, 'mailto:ana@example.com,bo@example.com'],
  [addressFromMailto, { type: 'string', format: 'email' }, 'Ana <ana@example.com>'],
  [phoneForm, PHONE, 'tel:+33(0)155501234'],
  [phoneForm, PHONE, 'tel:+33155501234;ext=5'],
  [phoneForm, PHONE, '0033155501234'],
  [phoneForm, PHONE, '+33 1 55 50 12 34'],
  [base64FromDataUrl, SKU, 'data:text/plain,hello'],
  [base64FromDataUrl, SKU, 'data:image/png;base64,aGVsbG8'],
  [splitList, { type: 'array', items: { enum: ['push', 'release'] } }, 'push,tag'],
  [splitList, { type: 'array', items: { enum: ['push', 'release'] } }, 'push,,release'],
  [splitList, { type: 'array', items: { enum: ['a', 'b', 'a,b'] } }, 'a,b'],
  [splitList, { type: 'array', items: { type: 'string' } }, 'a,b'],
  [splitList, { type: 'array', items: { type: 'integer' } }, '1,234'],
];

test.each(LEFT_ALONE.map(([kind, ...row]) => [kind.name, ...row, kind] as const))('%s leaves %j: %j alone', async (_, fragment, value, kind) => {
  expect(await readings(kind, fragment, value)).toEqual([]);
});

describe('places', () => {
  test('the separators of a phone number go only where the name is that of a phone', async () => {
    const schema: JsonObject = { type: 'object', properties: { mobilePhone: PHONE, code: PHONE } };
    expect(await readingsIn(phoneForm, schema, { mobilePhone: '+33 1 55.50-12 34' }, '/mobilePhone')).toEqual(['+33155501234']);
    expect(await readingsIn(phoneForm, schema, { code: '+33 1 55.50-12 34' }, '/code')).toEqual([]);
  });

  test('a data URL of another type than the payload tells keeps its type', async () => {
    const schema: JsonObject = { type: 'object', properties: { content: { type: 'string', pattern: '^[A-Za-z0-9+/]+=*$' } } };
    const content = 'data:image/png;base64,aGVsbG8=';
    expect(await readingsIn(base64FromDataUrl, schema, { content, mimeType: 'image/png' }, '/content')).toEqual(['aGVsbG8=']);
    expect(await readingsIn(base64FromDataUrl, schema, { content, mimeType: 'image/jpeg' }, '/content')).toEqual([]);
  });

  test('a synonym is what the user declares for the place', async () => {
    const schema: JsonObject = { type: 'object', properties: { status: { enum: ['CANCELLED', 'OPEN'] } } };
    const sketch = { synonyms: { '/status': { canceled: 'CANCELLED' } } };
    expect(await readingsIn(enumSynonym, schema, { status: ' Canceled' }, '/status', sketch)).toEqual(['CANCELLED']);
    expect(await readingsIn(enumSynonym, schema, { status: 'cancel' }, '/status', sketch)).toEqual([]);
    expect(await readingsIn(enumSynonym, schema, { status: 'canceled' }, '/status', { synonyms: { '/state': { canceled: 'CANCELLED' } } })).toEqual([]);
    expect(await readingsIn(enumSynonym, schema, { status: 'X' }, '/status', { synonyms: { '/status': { x: 'OPEN', X: 'CANCELLED' } } })).toEqual(['CANCELLED']);
  });
});
