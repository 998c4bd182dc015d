import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Json, JsonObject } from '../../src/core/json.ts';
import { isJsonObject, jsonEqual } from '../../src/core/json.ts';
import { coversPointer, toPointer } from '../../src/core/json-pointer.ts';
import type { PayloadSchema } from '../../src/core/payload-schema.ts';
import { applyTogether } from '../../src/repair/apply.ts';
import { repair, type RepairRequest, type RepairResult } from '../../src/repair/repair.ts';
import { requestOf } from '../repair/letters.ts';
import { broken, formed, nearlyValid, options, PROTECTED, schemas, VALID } from './orders.ts';

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
