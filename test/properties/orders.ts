import fc from 'fast-check';
import { z } from 'zod';

import type { Json, JsonObject } from '../../src/core/json.ts';
import type { PayloadSchema } from '../../src/core/payload-schema.ts';
import { readTestSchema } from '../repair/letters.ts';

const Order = z.strictObject({
  orderRef: z.string(),
  charged: z.number(),
  currency: z.enum(['EUR', 'USD']),
  units: z.number().int().min(0),
  weight: z.number(),
  gift: z.boolean(),
  level: z.enum(['low', 'High', 'other']),
  day: z.iso.date(),
  tags: z.array(z.string()).optional(),
  note: z.string().max(20).optional(),
  lines: z.array(z.object({ sku: z.string().regex(/^[A-Z]+$/), count: z.number().int() })).optional(),
  locale: z.string().default('en'),
});
/** Members whose value no repair may change; the last one by its name alone. */
export const PROTECTED = ['orderRef', 'charged', 'currency'] as const;

/** How the job type is configured. */
export const options = { protect: ['/orderRef', '/charged'], freeText: ['/note'], tidy: ['/level'], fill: { '/locale': 'de', '/charged': 1 } };
/** One schema in two languages. */
export const schemas: readonly PayloadSchema[] = [await readTestSchema(Order), await readTestSchema(z.toJSONSchema(Order, { io: 'input' }) as JsonObject)];

/** Texts that look like something else, and texts that do not. */
const text = fc.oneof(
  fc.constantFrom('TRUE', 'no', '1', '0', '42', ' 7 ', '1,250', '1.299', '12,50', '49.90', '007', '1e3', '', ' ', 'null', 'low', 'HIGH', ' other ', 'eur', ' USD', 'AB', ' AB', 'x,y', '["a"]', '{"a":1}'),
  fc.constantFrom('2026-03-04', '20260304', '31/03/2026', '03/04/2026', '2026/3/4', '31.12.2026', '2026-02-30'),
  fc.integer().map(String),
  fc.string({ maxLength: 30 }),
);
const scalar = fc.oneof(text, text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)) as fc.Arbitrary<Json>;
const wrapped = scalar.chain((value) => fc.constantFrom<Json>(value, value, value, [value], JSON.stringify(value), { value }));
const line = fc.record({ sku: fc.oneof(fc.constantFrom('AB', ' AB', 'ab'), wrapped), count: wrapped }, { requiredKeys: [] }) as fc.Arbitrary<Json>;
const keys = ['orderRef', 'order_ref', 'OrderRef', 'charged', 'currency', 'units', 'Units', 'weight', 'gift', 'level', 'day', 'tags', 'note', 'locale', 'extra', '_trace', 'unitz', '__proto__', 'constructor'];
/** Orders in which nothing needs to be right. */
export const broken = fc
  .record(
    { lines: fc.oneof(wrapped, fc.array(line, { maxLength: 4 }) as fc.Arbitrary<Json>), ...Object.fromEntries(keys.map((key) => [key, wrapped] as const)) },
    { requiredKeys: [] },
  )
  .chain((payload) => fc.constantFrom<Json>(payload as Json, payload as Json, JSON.stringify(payload)));

/** An order that its schema accepts. */
export const VALID: JsonObject = { orderRef: 'SO-1', charged: 5, currency: 'EUR', units: 1, weight: 1.5, gift: true, level: 'low', day: '2026-03-04' };
/** For each member, forms in which it is likely to arrive; some of them must not be repaired. */
const forms: Readonly<Record<string, readonly Json[]>> = {
  orderRef: [5, ' SO-1 ', ['SO-1'], true, null], charged: ['49.90', ' 5', '12,50', '1,250.5', '5 000', null, ['5'], 'TRUE'], currency: ['eur', ' USD', 'Eur ', null, ['EUR']],
  units: ['7', '1,250', '2.000', ['7'], null], weight: ['1.299', '12,50', '1.5'], gift: ['TRUE', '0', 'maybe'], level: ['LOW', ' high ', 'Other'], day: ['20260304', '31/03/2026', '03/04/2026'],
  note: [null, 'much longer than twenty characters'], tags: ['a', '["a"]', 'a,b'], locale: [null], _trace: [{ traceId: 'x' }],
};
/** A valid order with some members in forms in which they are likely to arrive. */
export const formed = fc
  .uniqueArray(fc.constantFrom(...Object.keys(forms)), { minLength: 1, maxLength: 3 })
  .chain((members) => fc.tuple(...members.map((member) => fc.constantFrom(...(forms[member] ?? [])).map((form) => [member, form] as const))))
  .map((members): Json => ({ ...VALID, ...Object.fromEntries(members) }));

/** A valid order with one to three members replaced: most of what a repair really succeeds with. */
export const nearlyValid = fc
  .dictionary(fc.constantFrom('units', 'weight', 'gift', 'level', 'day', 'note', 'tags', 'orderRef', 'charged', 'currency', 'locale', '_trace'), wrapped, { minKeys: 1, maxKeys: 3 })
  .map((changes): Json => ({ ...VALID, ...changes }));
