import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';

import type { Json, JsonObject } from '../../src/core/json.ts';
import { isJsonObject, jsonEqual } from '../../src/core/json.ts';
import { coversPointer, toPointer } from '../../src/core/json-pointer.ts';
import type { PayloadSchema } from '../../src/core/payload-schema.ts';
import { applyTogether } from '../../src/repair/apply.ts';
import { repair, type RepairRequest, type RepairResult } from '../../src/repair/repair.ts';
import { readTestSchema, requestOf } from '../repair/letters.ts';

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
/** The last one by its name alone. */
const PROTECTED = ['orderRef', 'charged', 'currency'] as const;

const options = { protect: ['/orderRef', '/charged'], freeText: ['/note'], tidy: ['/level'], fill: { '/locale': 'de', '/charged': 1 } };
const schemas: readonly PayloadSchema[] = [await readTestSchema(Order), await readTestSchema(z.toJSONSchema(Order, { io: 'input' }) as JsonObject)];

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
const broken = fc
  .record(
    { lines: fc.oneof(wrapped, fc.array(line, { maxLength: 4 }) as fc.Arbitrary<Json>), ...Object.fromEntries(keys.map((key) => [key, wrapped] as const)) },
    { requiredKeys: [] },
  )
  .chain((payload) => fc.constantFrom<Json>(payload as Json, payload as Json, JSON.stringify(payload)));

const VALID: JsonObject = { orderRef: 'SO-1', charged: 5, currency: 'EUR', units: 1, weight: 1.5, gift: true, level: 'low', day: '2026-03-04' };
/** For each member, forms in which it is likely to arrive; some of them must not be repaired. */
const forms: Readonly<Record<string, readonly Json[]>> = {
  orderRef: [5, ' SO-1 ', ['SO-1'], true, null], charged: ['49.90', ' 5', '12,50', '1,250.5', '5 000', null, ['5'], 'TRUE'], currency: ['eur', ' USD', 'Eur ', null, ['EUR']],
  units: ['7', '1,250', '2.000', ['7'], null], weight: ['1.299', '12,50', '1.5'], gift: ['TRUE', '0', 'maybe'], level: ['LOW', ' high ', 'Other'], day: ['20260304', '31/03/2026', '03/04/2026'],
  note: [null, 'much longer than twenty characters'], tags: ['a', '["a"]', 'a,b'], locale: [null], _trace: [{ traceId: 'x' }],
};
const formed = fc
  .uniqueArray(fc.constantFrom(...Object.keys(forms)), { minLength: 1, maxLength: 3 })
  .chain((members) => fc.tuple(...members.map((member) => fc.constantFrom(...(forms[member] ?? [])).map((form) => [member, form] as const))))
  .map((members): Json => ({ ...VALID, ...Object.fromEntries(members) }));

/** A valid order with one to three members replaced: most of what a repair really succeeds with. */
const nearlyValid = fc
  .dictionary(fc.constantFrom('units', 'weight', 'gift', 'level', 'day', 'note', 'tags', 'orderRef', 'charged', 'currency', 'locale', '_trace'), wrapped, { minKeys: 1, maxKeys: 3 })
  .map((changes): Json => ({ ...VALID, ...changes }));

async function repairAll(payload: Json): Promise<readonly (readonly [RepairRequest, RepairResult])[]> {
  const plain = JSON.parse(JSON.stringify(payload)) as Json;
  const requests = await Promise.all(schemas.map(async (schema): Promise<RepairRequest> => {
    const request = await requestOf(plain, options);
    const validation = await schema.validate(plain);
    const schemaCheck = validation.valid ? ({ kind: 'valid' } as const) : ({ kind: 'invalid', issues: validation.issues } as const);
    return { ...request, letter: { ...request.letter, schemaCheck, jobType: { ...request.letter.jobType, schema } } };
  }));
  return Promise.all(requests.map(async (request) => {
    const [result] = await repair([request], { remedies: new Map() });
    if (result === undefined) throw new Error('a request got no result');
    return [request, result] as const;
  }));
}

async function forRepaired(check: (before: Json, repaired: Extract<RepairResult, { kind: 'repaired' }>, request: RepairRequest) => void | Promise<void>): Promise<number> {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(broken, nearlyValid, formed), async (payload) => {
      for (const [request, result] of await repairAll(payload)) {
        if (result.kind !== 'repaired') continue;
        count++;
        await check(request.letter.letter.payload ?? null, result, request);
      }
    }),
    { numRuns: 300 },
  );
  return count;
}

/** The order, also where it was sent as a JSON text. */
function orderIn(payload: Json): JsonObject {
  const value = typeof payload === 'string' ? (JSON.parse(payload) as Json) : payload;
  return isJsonObject(value) ? value : {};
}

/** Equal for `" 49.90"` and `49.9`, for nothing that differs in more than type, blanks or zeros at the end. */
function sameForm(value: Json | undefined): string {
  const plain = String(value).trim();
  return /^-?\d+[.]\d+$/.test(plain) ? String(Number(plain)) : plain;
}

test('protected values keep their value', async () => {
  const count = await forRepaired((before, { payload }) => {
    const [sent, kept] = [orderIn(before), orderIn(payload)];
    for (const key of PROTECTED) {
      const source = Object.keys(sent).find((other) => other.replace('_', '').toLowerCase() === key.toLowerCase()) ?? key;
      expect(sameForm(sent[source]), JSON.stringify([sent, kept])).toBe(sameForm(kept[key]));
    }
  });
  expect(count).toBeGreaterThan(20);
});

test('the schema accepts every result, and no result needs another repair', async () => {
  const count = await forRepaired(async (_, { payload, body }, request) => {
    expect(await request.letter.jobType.schema?.validate(payload)).toEqual({ valid: true });
    expect(JSON.parse(new TextDecoder().decode(body))).toEqual(payload);
    for (const [, again] of await repairAll(payload)) expect(again).toMatchObject({ kind: 'abstained', why: 'the payload is valid as it is' });
  });
  expect(count).toBeGreaterThan(20);
});

test('a plan applied twice gives what it gives once', async () => {
  const count = await forRepaired((_, { payload, operations }, { letter: { jobType } }) => {
    const { schema } = jobType;
    if (schema === undefined) throw new Error('no schema');
    expect(applyTogether({ payload, issues: [], schema, jobType }, operations).payload).toEqual(payload);
  });
  expect(count).toBeGreaterThan(20);
});

test('only declared places change, and the payload that came in does not', async () => {
  const count = await forRepaired((before, { payload, operations }) => {
    if (typeof before === 'string' || typeof payload === 'string') return;
    const named = operations.flatMap(({ path, with: parameters }) => [path, ...(isJsonObject(parameters) ? Object.values(parameters).map((key) => toPointer([String(key)])) : [])]);
    const [sent, kept] = [orderIn(before), orderIn(payload)];
    const changed = [...new Set([...Object.keys(sent), ...Object.keys(kept)])].filter((key) => !Object.hasOwn(sent, key) || !jsonEqual(sent[key], kept[key]));
    for (const key of changed) expect(named.some((path) => coversPointer(toPointer([key]), path) || coversPointer(path, toPointer([key])))).toBe(true);
  });
  expect(count).toBeGreaterThan(20);
});

test('no result holds a key __proto__, and no prototype changes', async () => {
  await forRepaired((_, { body }) => {
    expect(new TextDecoder().decode(body)).not.toContain('"__proto__"');
  });
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test('a valid payload is never touched', async () => {
  await fc.assert(fc.asyncProperty(fc.record({ level: fc.constantFrom('low', 'High'), note: fc.string({ maxLength: 20 }), units: fc.nat() }), async (members) => {
    for (const [, result] of await repairAll({ ...VALID, ...members })) expect(result).toEqual({ kind: 'abstained', why: 'the payload is valid as it is', evidence: [] });
  }));
});

test('any JSON value is answered, with at most so many questions to the validator', async () => {
  await fc.assert(fc.asyncProperty(fc.oneof(fc.jsonValue({ maxDepth: 6 }) as fc.Arbitrary<Json>, broken), async (payload) => {
    let questions = 0;
    const counting = schemas.map((schema): PayloadSchema => ({ ...schema, validate: (value) => { questions++; return schema.validate(value); } }));
    const request = await requestOf(payload, options);
    for (const schema of counting) {
      const validation = await schema.validate(payload);
      questions = 0;
      const schemaCheck = validation.valid ? ({ kind: 'valid' } as const) : ({ kind: 'invalid', issues: validation.issues } as const);
      await repair([{ ...request, letter: { ...request.letter, schemaCheck, jobType: { ...request.letter.jobType, schema } } }], { remedies: new Map() });
      expect(questions).toBeLessThanOrEqual(72);
    }
  }), { numRuns: 300 });
});
