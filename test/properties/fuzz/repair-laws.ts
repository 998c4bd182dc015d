import assert from 'node:assert/strict';
import fc from 'fast-check';

import type { InspectedLetter } from '../../../src/core/inspected-letter.ts';
import type { JobType } from '../../../src/core/job-type.ts';
import { isJsonObject, jsonEqual, type Json, type JsonObject } from '../../../src/core/json.ts';
import { coversPointer, toPointer } from '../../../src/core/json-pointer.ts';
import type { Operation } from '../../../src/core/operation.ts';
import type { PayloadSchema } from '../../../src/core/payload-schema.ts';
import { inspect } from '../../../src/inspect/inspect.ts';
import { applyTogether } from '../../../src/repair/apply.ts';
import { repair, type RepairResult } from '../../../src/repair/repair.ts';
import { broken, formed, nearlyValid, options, PROTECTED, schemas, VALID } from '../orders.ts';
import { property, type Property } from './property.ts';

type Repaired = Extract<RepairResult, { kind: 'repaired' }>;

/** Most questions to the validator: the search, the proof, tidying. */
const MOST_QUESTIONS = 72;
const AT = new Date(0);

let questions = 0;
const counted = schemas.map((schema): PayloadSchema => {
  const { validateNow, ...rest } = schema;
  return { ...rest, validate: (payload) => { questions++; return schema.validate(payload); }, ...(validateNow && { validateNow: (payload: Json) => { questions++; return validateNow(payload); } }) };
});
const jobTypes = counted.map((schema): JobType => ({ effects: 'none', revision: '1', schema, ...options }));

async function repairedBy(jobType: JobType, payload: Json): Promise<{ readonly letter: InspectedLetter; readonly result: RepairResult }> {
  const raw = {
    queue: 'q', messageId: '1', epoch: '1', broker: 'memory', name: 'order', body: new TextEncoder().encode(JSON.stringify(payload)), headers: {},
    failure: { reason: 'x', stack: [], at: AT }, attempts: 5, enqueuedAt: AT,
  };
  const [letter] = await inspect([{ raw, round: 0, jobType }]);
  assert(letter !== undefined);
  questions = 0;
  const [result] = await repair([{ letter, diagnosis: { cause: 'malformed', rule: 'fuzz', why: '', evidence: [], confidence: 'certain' } }], { remedies: new Map() });
  assert(result !== undefined);
  assert(questions <= MOST_QUESTIONS, `the validator was asked ${questions} times`);
  return { letter, result };
}

/** Everything that holds of every repair, whatever came in. */
async function keepsTheLaws(payload: Json): Promise<void> {
  for (const jobType of jobTypes) {
    const { letter: { letter, schemaCheck }, result } = await repairedBy(jobType, payload);
    assert(jsonEqual(letter.payload, JSON.parse(new TextDecoder().decode(letter.body)) as Json), 'the payload that came in was changed');
    if (schemaCheck.kind === 'valid') assert.equal(result.kind, 'abstained', 'a valid payload was touched');
    if (result.kind === 'repaired') await repairKeepsTheLaws(letter.payload ?? null, result, jobType);
  }
  assert.deepEqual(Object.keys(Object.prototype), [], 'a prototype was changed');
}

async function repairKeepsTheLaws(before: Json, { payload, body, operations }: Repaired, jobType: JobType): Promise<void> {
  const { schema } = jobType;
  assert(schema !== undefined);
  const text = new TextDecoder().decode(body);
  assert(jsonEqual(JSON.parse(text) as Json, payload), 'the body is not the payload');
  assert(!text.includes('"__proto__"'), 'the result holds a key __proto__');
  assert.deepEqual(await schema.validate(payload), { valid: true }, 'the schema refuses the result');
  const subject = { payload, issues: [], schema, jobType };
  assert(jsonEqual(applyTogether(subject, operations).payload, payload), 'applying the plan again changes the payload again');
  const { result: again } = await repairedBy(jobType, payload);
  assert.equal(again.kind, 'abstained', 'a repaired payload is repaired again');
  onlyDeclaredPlacesChange(before, payload, operations);
  protectedValuesStay(orderIn(before), orderIn(payload));
}

function onlyDeclaredPlacesChange(before: Json, after: Json, operations: readonly Operation[]): void {
  if (!isJsonObject(before) || !isJsonObject(after)) return;
  const named = operations.flatMap(({ path, with: parameters }) => [path, ...(isJsonObject(parameters) ? Object.values(parameters).map((key) => toPointer([String(key)])) : [])]);
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const place = toPointer([key]);
    const isSame = Object.hasOwn(before, key) && Object.hasOwn(after, key) && jsonEqual(before[key], after[key]);
    assert(isSame || named.some((path) => coversPointer(place, path) || coversPointer(path, place)), `${place} changed, which no operation names`);
  }
}

function protectedValuesStay(sent: JsonObject, kept: JsonObject): void {
  for (const key of PROTECTED) {
    const source = Object.keys(sent).find((other) => other.replace('_', '').toLowerCase() === key.toLowerCase()) ?? key;
    assert.equal(sameForm(kept[key]), sameForm(sent[source]), `${key} got another value`);
  }
}

/** The order, also where it was sent as a JSON text. */
function orderIn(payload: Json): JsonObject {
  const value = typeof payload === 'string' ? (JSON.parse(payload) as Json) : payload;
  return isJsonObject(value) ? value : {};
}

/** Equal for `" 49.90"` and `49.9`, for nothing that differs in more than type, blanks or zeros at the end. */
function sameForm(value: Json | undefined): string {
  const plain = typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
  return /^-?\d+[.]\d+$/.test(plain) ? String(Number(plain)) : plain;
}

const valid = fc
  .record({ level: fc.constantFrom('low', 'High', 'other'), note: fc.string({ maxLength: 20 }), units: fc.nat(), weight: fc.double({ noNaN: true, noDefaultInfinity: true }) })
  .map((members): Json => JSON.parse(JSON.stringify({ ...VALID, ...members })) as Json);

/** What holds of repairs. */
export const REPAIR_LAWS: readonly Property[] = [
  property({ name: 'repair', share: 55, cases: fc.oneof({ weight: 2, arbitrary: broken }, { weight: 3, arbitrary: nearlyValid }, { weight: 5, arbitrary: formed }), check: keepsTheLaws }),
  property({ name: 'any-json', share: 5, cases: fc.jsonValue({ maxDepth: 5 }) as fc.Arbitrary<Json>, check: keepsTheLaws }),
  property({
    name: 'valid',
    share: 10,
    cases: valid,
    check: async (payload) => {
      for (const jobType of jobTypes) assert.deepEqual((await repairedBy(jobType, payload)).result, { kind: 'abstained', why: 'the payload is valid as it is', evidence: [] });
    },
  }),
];
