import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { z as zod3 } from 'zod3';

import type { Json, JsonObject } from '../../src/core/json.ts';
import type { SchemaInput } from '../../src/core/job-type-options.ts';
import { repair } from '../../src/repair/repair.ts';
import { outcomeOf, repaired, requestOf, type LetterSketch } from './letters.ts';

const TWO_WAYS = 'can be read in more than one way';

const NINE = Array.from({ length: 9 }, (_, index) => `flag${index}`);

function object(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), ...more };
}

describe('one safe answer is given', () => {
  test.each<[string, LetterSketch, Json, Json]>([
    ['several defects at once', { schema: object({ runId: { type: 'string' }, dryRun: { type: 'boolean' }, most: { type: 'integer' }, level: { enum: ['site', 'org'] } }, { additionalProperties: false }) },
      { run_id: 'r1', dryRun: 'no', most: '25', level: 'SITE', debug: true }, { runId: 'r1', dryRun: false, most: 25, level: 'site' }],
    ['the same defect in some elements', { schema: object({ lines: { type: 'array', items: object({ count: { type: 'integer' } }) } }) },
      { lines: [{ count: 1 }, { count: '4' }, { count: '5' }] }, { lines: [{ count: 1 }, { count: 4 }, { count: 5 }] }],
    ['a payload that is a JSON text', { schema: object({ eventId: { type: 'string' }, plan: { type: 'string' } }) }, '{"eventId":"evt-1","plan":"free"}', { eventId: 'evt-1', plan: 'free' }],
    ['a list that is a JSON text', { schema: object({ tags: { type: 'array' } }) }, { tags: '["a"]' }, { tags: ['a'] }],
    ['defects that an operation uncovers', { schema: object({ job: object({ active: { type: 'boolean' } }) }) }, { job: '{"active":"yes"}' }, { job: { active: true } }],
    ['an element to unwrap and to read', { schema: object({ count: { type: 'integer' } }) }, { count: ['3'] }, { count: 3 }],
    ['a discriminated union', { schema: z.discriminatedUnion('type', [z.object({ type: z.literal('a'), on: z.boolean() }), z.object({ type: z.literal('b'), count: z.number() })]) },
      { type: 'b', count: '7' }, { type: 'b', count: 7 }],
    ['a reference', { schema: { type: 'object', properties: { flag: { $ref: '#/$defs/flag' } }, $defs: { flag: { type: 'boolean' } } } }, { flag: 'TRUE' }, { flag: true }],
    ['Zod 3', { schema: zod3.object({ flag: zod3.boolean(), note: zod3.string().optional() }) }, { flag: 'off', note: null }, { flag: false }],
    ['a transform, whose input is what is kept', { schema: z.object({ flag: z.boolean().transform((value) => (value ? 1 : 0)) }) }, { flag: 'TRUE' }, { flag: true }],
    ['an id in another type', { schema: object({ accountId: { type: 'string' } }), protect: ['/accountId'] }, { accountId: 43053796 }, { accountId: '43053796' }],
    ['an amount in another type', { schema: object({ amount: { type: 'number' } }), protect: ['/amount'] }, { amount: ' 49.90' }, { amount: 49.9 }],
    ['an id under its key’s other spelling', { schema: object({ orderId: { type: 'string' } }), protect: ['/orderId'] }, { order_id: 'SO-1' }, { orderId: 'SO-1' }],
    ['ids inside of a payload that is a JSON text', { schema: object({ orderId: { type: 'string' } }), protect: ['/orderId'] }, '{"orderId":"SO-1"}', { orderId: 'SO-1' }],
    ['free text that is too long', { schema: object({ note: { type: 'string', maxLength: 4 } }), freeText: ['/note'] }, { note: 'abcdef' }, { note: 'abcd' }],
  ])('%s', async (_, sketch, payload, expected) => {
    const before = JSON.stringify(payload);
    expect(await outcomeOf(payload, sketch)).toEqual(expected);
    expect(JSON.stringify(payload)).toBe(before);
  });
});

describe('two answers are none', () => {
  test.each<[string, SchemaInput, Json]>([
    ['a date of which a refinement refuses one reading', z.object({ day: z.iso.date() }).refine(({ day }) => day > '2026-11-30', { path: ['day'] }), { day: '02/12/2026' }],
    ['a date with dots of which a pattern refuses one reading', object({ on: { type: 'string', format: 'date', pattern: '^2026-12-' } }), { on: '02.12.2026' }],
    ['a comma of which a bound refuses one reading', object({ size: { type: 'number', minimum: 100 } }), { size: '1,234' }],
    ['a dot of which a bound refuses one reading', object({ weight: { type: 'number', maximum: 100 } }), { weight: '1.299' }],
    ['a grouped whole number that is whole as a decimal too', object({ pages: { type: 'integer' } }), { pages: '2,000' }],
    ['a flag or a number of which a refinement refuses one', z.object({ size: z.union([z.number(), z.boolean()]).refine((value) => value === true) }), { size: '1' }],
    ['a date inside of a JSON text', object({ job: object({ on: { type: 'string', format: 'date', pattern: '^2026-12-' } }) }), { job: '{"on":"02/12/2026"}' }],
    ['two keys of which a pattern refuses one value', object({ orderRef: { type: 'string', pattern: '^b' } }), { order_ref: 'a', OrderRef: 'b' }],
    ['day and month', object({ on: { type: 'string', format: 'date' } }), { on: '03/04/2026' }],
    ['a dot that may group', object({ size: { type: 'number' } }), { size: '1.299' }],
    ['a comma that may group', object({ size: { type: 'number' } }), { size: '1,299' }],
    ['a boolean or a number', object({ size: { type: ['boolean', 'number'] } }), { size: '1' }],
    ['two keys for one member', object({ orderRef: { type: 'string' } }), { order_ref: 'a', OrderRef: 'b' }],
    ['elements of which one has two readings', object({ days: { type: 'array', items: { type: 'string', format: 'date' } } }), { days: ['31/03/2026', '03/04/2026'] }],
  ])('%s', async (_, schema, payload) => {
    expect(await outcomeOf(payload, { schema })).toContain(TWO_WAYS);
  });
});

describe('no answer is guessed', () => {
  test.each<[string, LetterSketch, Json, string]>([
    ['a null amount is not 0', { schema: object({ amount: { type: 'number' } }) }, { amount: null }, '/amount is null'],
    ['a rounded id is not written', { schema: object({ postRef: { type: 'string' } }) }, { postRef: 1524831183200260000 }, 'no safe operation turns /postRef'],
    ['a default is no amount', { schema: object({ price: { type: 'number', default: 5 } }) }, {}, 'the value of /price would change, and its name says that it is money'],
    ['a key with an effect on the price is not dropped', { schema: object({ cart: { type: 'string' } }, { additionalProperties: false }) }, { cart: 'c', overrideAmount: 5 }, '/overrideAmount'],
    ['a currency is not written in another case', { schema: object({ currency: { enum: ['EUR', 'USD'] } }) }, { currency: 'eur' }, 'the value of /currency would change'],
    ['a grouped amount is not read', { schema: object({ amount: { type: 'number' } }) }, { amount: '1,234.50' }, 'the value of /amount would change'],
    ['an annotated place keeps its value', { schema: z.object({ plan: z.enum(['gold']).meta({ 'x-mendq-protect': true }) }) }, { plan: 'GOLD' }, 'its schema protects it'],
    ['a configured place keeps its value', { schema: object({ flag: { type: 'boolean' } }), protect: ['/flag'] }, { flag: 'TRUE' }, 'the configuration protects it'],
    ['a note that is no free text is not cut', { schema: object({ note: { type: 'string', maxLength: 3 } }) }, { note: 'abcdef' }, 'no safe operation turns /note'],
    ['an id inside of a list is no id outside of it', { schema: object({ customerId: { type: 'string' } }) }, { customerId: ['c1'] }, 'the value of /customerId would change'],
    ['a key that is nearly known is not dropped', { schema: { type: 'object', properties: { quantity: { type: 'integer', default: 1 } }, additionalProperties: false } }, { qunatity: 5 }, 'may be another name'],
    ['more than 8 operations are too many', { schema: object(Object.fromEntries(NINE.map((key) => [key, { type: 'boolean' }]))) }, Object.fromEntries(NINE.map((key) => [key, 'yes'])), 'more than 8 operations'],
  ])('%s', async (_, sketch, payload, why) => {
    expect(await outcomeOf(payload, sketch)).toContain(why);
  });
});

describe('what a strict schema forbids', () => {
  const strict = z.strictObject({ invoiceId: z.string(), amount: z.number() });
  const job = { invoiceId: 'inv_1', amount: 5 };

  test.each<[string, Json]>([['dryRun', true], ['simulate', true], ['couponCode', 'HALF'], ['discount', ''], ['only', []], ['dryRun', false], ['_dryRun', true], ['debugOnly', true]])(
    '%s: %j is not dropped, and the reason names it',
    async (key, value) => {
      expect(await outcomeOf({ ...job, [key]: value }, { schema: strict })).toBe(
        `abstained: /${key} is not allowed, but it may be another name of a member that is, or change what the job does`,
      );
    },
  );

  test.each<[string, Json]>([['debug', true], ['traceparent', '00-4bf9-00f0-01'], ['__typename', 'Invoice'], ['$schema', 'v2'], ['_trace', { traceId: 'x' }], ['__v', 3], ['traceId', '4bf9'], ['spanId', '00f0'], ['schemaVersion', 2], ['remark', null]])(
    '%s: %j is dropped',
    async (key, value) => {
      expect(await outcomeOf({ ...job, [key]: value }, { schema: strict })).toEqual(job);
    },
  );
});

describe('letters that can not be worked on', () => {
  const schema = object({ flag: { type: 'boolean' } });

  test.each<[string, Json, LetterSketch, string]>([
    ['no schema', { flag: 'TRUE' }, {}, 'has no schema'],
    ['a valid payload', { flag: true }, { schema }, 'valid as it is'],
    ['a number that parsing has rounded', { flag: 'TRUE', other: 12345678901234567000 }, { schema, text: '{"flag":"TRUE","other":12345678901234567891}' }, 'can not hold exactly'],
    ['a key that stands twice', { flag: 'TRUE' }, { schema, text: '{"flag":"FALSE","flag":"TRUE"}' }, 'stands twice'],
  ])('%s', async (_, payload, sketch, why) => {
    expect(await outcomeOf(payload, sketch)).toContain(why);
  });

  test('a key __proto__ is never written', async () => {
    const hostile = JSON.parse('{"flag":"TRUE","__proto__":{"admin":true}}') as Json;
    expect(await outcomeOf(hostile, { schema })).toContain('__proto__');
    expect(await outcomeOf(hostile, { schema: { ...schema, additionalProperties: false } })).toContain('abstained');
  });

  test('a payload nested beyond reason abstains, and so does a validator that throws', async () => {
    let deep: Json = 'TRUE';
    for (let level = 0; level < 20_000; level++) deep = [deep];
    const request = await requestOf({ flag: 'TRUE' }, { schema });
    const [letter] = await repair([{ ...request, letter: { ...request.letter, letter: { ...request.letter.letter, payload: { flag: 'TRUE', deep } } } }], { remedies: new Map() });
    expect(letter).toMatchObject({ kind: 'abstained' });

    let calls = 0;
    const failing = z.object({ flag: z.boolean(), name: z.string().refine(() => { if (calls++ > 0) throw new Error('lost connection'); return true; }) });
    expect(await outcomeOf({ flag: 'TRUE', name: 'a' }, { schema: failing })).toContain('lost connection');
  });

  test('results stand at the index of their request, whatever their neighbours are', async () => {
    const requests = await Promise.all([requestOf({ flag: 'N/A' }, { schema }), requestOf({ flag: 'TRUE' }, { schema }), requestOf({ flag: true }, { schema })]);
    expect((await repair(requests, { remedies: new Map() })).map(({ kind }) => kind)).toEqual(['abstained', 'repaired', 'abstained']);
    expect(await repair([], { remedies: new Map() })).toEqual([]);
  });
});

test('what the diagnosis has told of the schema is not told again', async () => {
  const request = await requestOf({ flag: 'maybe', count: 'many' }, { schema: object({ flag: { type: 'boolean' }, count: { type: 'integer' } }) });
  const diagnosis = { ...request.diagnosis, evidence: [{ source: 'schema', fact: 'type at /flag, expected boolean, found string' }] };
  expect(await repair([{ ...request, diagnosis }], { remedies: new Map() })).toMatchObject([{ kind: 'abstained', evidence: [{ source: 'schema', fact: '/count: type integer, found string' }] }]);
});

test('what is abstained from tells what the schema found, without values', async () => {
  const result = await repaired({ flag: 'maybe', count: 1 }, { schema: object({ flag: { type: 'boolean' }, count: { type: 'integer' } }) });
  expect(result).toEqual({
    kind: 'abstained', why: 'no safe operation turns /flag (string) into what the schema wants (type boolean)', evidence: [{ source: 'schema', fact: '/flag: type boolean, found string' }],
  });
});

describe('two members that may have been swapped', () => {
  const schema = object({ orderRef: { type: 'string' }, priority: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } }, gift: { type: 'boolean' } });
  const whole: JsonObject = { orderRef: 'SO-1', priority: 3, tags: ['a'], gift: true };

  test.each<[Json]>([[{ ...whole, orderRef: 2866, priority: '697' }], [{ ...whole, orderRef: ['express'], tags: 'SO-1' }]])('are both left alone: %j', async (payload) => {
    expect(await outcomeOf(payload, { schema })).toContain(TWO_WAYS);
  });

  test('are left alone although an earlier letter of their kind was repaired', async () => {
    const sketch = { schema, shape: 's1:same' };
    const results = await repair([await requestOf({ ...whole, priority: '697' }, sketch), await requestOf({ ...whole, orderRef: 2866, priority: '697' }, sketch)], { remedies: new Map() });
    expect(results.map(({ kind }) => kind)).toEqual(['repaired', 'abstained']);
  });

  test.each<[Json, Json]>([
    [{ ...whole, priority: '697', gift: 'TRUE' }, { ...whole, priority: 697, gift: true }],
    [{ ...whole, orderRef: 2866, gift: 'TRUE' }, { ...whole, orderRef: '2866', gift: true }],
  ])('are told from two that each broke by itself: %j', async (payload, expected) => {
    expect(await outcomeOf(payload, { schema })).toEqual(expected);
  });
});
