import { describe, expect, test } from 'vitest';

import type { Json, JsonObject } from '../../src/core/json.ts';
import { canonicallyEqual } from '../../src/repair/canonical.ts';
import { changedProtection } from '../../src/repair/compare-protected.ts';
import { protectionOf } from '../../src/repair/protect.ts';
import { protectedName } from '../../src/repair/protected-names.ts';
import { jobTypeOf, type LetterSketch } from './letters.ts';

describe('names', () => {
  test.each([
    ['invoiceId', 'an id'], ['order_id', 'an id'], ['customerIds', 'an id'], ['IBAN', 'an id'], ['accountNumber', 'an id'], ['uuid', 'an id'],
    ['amount', 'money'], ['overrideAmount', 'money'], ['amountMinor', 'money'], ['total_price', 'money'], ['currencyCode', 'money'], ['currency', 'money'],
    ['to', 'a recipient'], ['notifyEmail', 'a recipient'], ['recipient', 'a recipient'], ['emailAddress', 'a recipient'],
  ])('%s is %s', (key, expected) => {
    expect(protectedName(key, 'x')).toBe(expected);
  });

  test.each([['quantity'], ['idle'], ['video'], ['paid'], ['tool'], ['autoCalculate'], ['countryCode'], ['priceless'], ['weight'], ['']])('%s is nothing of the kind', (key) => {
    expect(protectedName(key, 'x')).toBeUndefined();
  });

  test.each([
    ['gesamtbetrag', 'money'], ['nettoPreis', 'money'], ['Einzelpreis', 'money'], ['montant', 'money'], ['montant_total', 'money'], ['importe', 'money'], ['kwota', 'money'], ['beløp', 'money'], ['сумма', 'money'],
    ['订单金额', 'money'], ['mwst', 'money'], ['waehrung', 'money'], ['konto', 'an id'], ['empfaenger', 'a recipient'], ['収款人', undefined], ['收款人', 'a recipient'], ['valor', 'money'], ['interestRate', 'money'],
    ['prüfsumme', undefined], ['greis', undefined], ['kontext', undefined], ['kostenstelle', undefined], ['creditor', undefined],
  ])('%s, in another language, is %s', (key, expected) => {
    expect(protectedName(key, '12,50')).toBe(expected);
  });

  test.each([['tip', 'Press F1'], ['valor', 'alto'], ['summe', 'offen'], ['credit', 'Photo: A. Reyes']])('%s is money only where a number stands: %j', (key, value) => {
    expect(protectedName(key, value)).toBeUndefined();
    expect(protectedName(key, 5)).toBe('money');
  });

  test('a boolean, the word for one, or an object is no amount', () => {
    expect([true, 'TRUE', ' no ', {}].map((value) => protectedName('autoCalculateTax', value))).toEqual([undefined, undefined, undefined, undefined]);
    expect([1, '1', null, undefined].map((value) => protectedName('tax', value))).toEqual(['money', 'money', 'money', 'money']);
  });
});

describe('canonical values', () => {
  test.each<[Json, Json]>([['49.90', 49.9], [' a ', 'a'], ['true', true], [5, ' 5 '], ['{"a":1}', { a: 1 }], [{ a: ' x' }, { a: 'x' }], [['1'], [1]]])('%j is %j', (left, right) => {
    expect(canonicallyEqual(left, right)).toBe(true);
    expect(canonicallyEqual(right, left)).toBe(true);
  });

  test.each<[Json | undefined, Json | undefined]>([
    ['TRUE', true], ['eur', 'EUR'], ['12', '12.0'], ['007', 7], ['1,5', 1.5], ['ａ', 'a'], ['a\u200bb', 'ab'], [null, undefined], [null, 'null'], ['', null], [0, ''], [1, true], [['c'], 'c'], ['1e3', 1000],
  ])('%j is not %j', (left, right) => {
    expect(canonicallyEqual(left, right)).toBe(false);
    expect(canonicallyEqual(right, left)).toBe(false);
  });
});

describe('comparison', () => {
  async function compare(before: Json, after: Json, sketch: LetterSketch, moves: Parameters<typeof changedProtection>[2]['moves'] = []): Promise<string | undefined> {
    const jobType = await jobTypeOf({ schema: { type: 'object' }, ...sketch });
    if (jobType.schema === undefined) throw new Error('no schema');
    return changedProtection(before, after, { protectionOf: protectionOf({ payload: before, issues: [], schema: jobType.schema, jobType }), moves });
  }

  test('a configured place protects all that is inside', async () => {
    const sketch = { protect: ['/customer', '/lines/[*]/sku'] };
    expect(await compare({ customer: { name: 'A' } }, { customer: { name: 'B' } }, sketch)).toContain('/customer');
    expect(await compare({ customer: { name: 'A' } }, {}, sketch)).toContain('/customer');
    expect(await compare({ lines: [{ sku: 'a' }] }, { lines: [{ sku: 'b' }] }, sketch)).toContain('/lines/0/sku');
    expect(await compare({ lines: [{ sku: 'a', count: '1' }] }, { lines: [{ sku: 'a', count: 1 }] }, sketch)).toBeUndefined();
  });

  test('a member under its key’s other spelling is followed, under another key it is not', async () => {
    const sketch = { protect: ['/orderRef'] };
    expect(await compare({ order_ref: 'a' }, { orderRef: 'a' }, sketch, [{ from: '/order_ref', to: '/orderRef' }])).toBeUndefined();
    expect(await compare({ order_ref: 'a' }, { orderRef: 'b' }, sketch, [{ from: '/order_ref', to: '/orderRef' }])).toContain('/orderRef');
    expect(await compare({ ref: 'a' }, { orderRef: 'a' }, sketch, [{ from: '/ref', to: '/orderRef' }])).toContain('/orderRef');
  });

  test('values inside of a wrapping are compared with those that come out', async () => {
    const sketch = { protect: ['/order/ref'] };
    expect(await compare({ order: '{"ref":"a"}' }, { order: { ref: 'a' } }, sketch)).toBeUndefined();
    expect(await compare({ order: '{"ref":"a"}' }, { order: { ref: 'b' } }, sketch)).toContain('/order/ref');
    expect(await compare({ order: [{ ref: 'a' }] }, { order: { ref: 'a' } }, sketch)).toBeUndefined();
    expect(await compare({ order: 'a' }, { order: { ref: 'a' } }, sketch)).toContain('/order/ref');
  });

  test('money inside of what is dropped counts, an id that names what is dropped does not', async () => {
    expect(await compare({ a: 1, coupon: { amount: 5 } }, { a: 1 }, {})).toContain('/coupon/amount');
    expect(await compare({ a: 1, __trace: { traceId: 'x' } }, { a: 1 }, {})).toBeUndefined();
    expect(await compare({ a: 1, traceId: 'x' }, { a: 1 }, {})).toBeUndefined();
    expect(await compare({ a: 1, traceId: 'x' }, { a: 1 }, { protect: ['/traceId'] })).toContain('/traceId');
    expect(await compare({ a: 1, traceId: 'x' }, { a: 1, traceId: 'y' }, {})).toContain('/traceId');
    expect(await compare({ a: 1, __customerId: 'x' }, { a: 1 }, {})).toContain('/__customerId');
  });

  test('flags and moments are not protected by name', async () => {
    const schema: JsonObject = { type: 'object', properties: { to: { type: 'string', format: 'date' }, refund: { type: 'boolean' }, cc: { type: 'string' } } };
    expect(await compare({ to: '20260304', refund: '1' }, { to: '2026-03-04', refund: true }, { schema })).toBeUndefined();
    expect(await compare({ cc: 'A@example.com' }, { cc: 'a@example.com' }, { schema })).toContain('/cc');
  });

  test('parts of an amount are protected with it', async () => {
    expect(await compare({ price: { value: 5, unit: 'a' } }, { price: { value: 6, unit: 'a' } }, {})).toContain('/price/value');
    expect(await compare({ ids: ['a', 'b'] }, { ids: ['a', 'c'] }, {})).toContain('/ids');
    expect(await compare({ box: { value: 5 } }, { box: { value: 6 } }, {})).toBeUndefined();
  });
});
