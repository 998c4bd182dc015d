import fc from 'fast-check';

import type { Json, JsonObject } from '../../src/core/json.ts';
import { valueAt } from '../../src/core/json-pointer.ts';
import { applyEdits } from '../../src/repair/edit.ts';
import type { OperationKind } from '../../src/repair/operations/operation-kind.ts';
import { siteAt } from '../../src/repair/site.ts';
import { jobTypeOf } from '../repair/letters.ts';

/** For each operation that can be turned round: what the schema wants, and values that the operation may have written. */
export const WRITTEN: Readonly<Record<string, { readonly wants: JsonObject; readonly values: fc.Arbitrary<Json> }>> = {
  'boolean-from-string': { wants: { type: 'boolean' }, values: fc.boolean() },
  'number-from-string': {
    wants: { type: 'number' },
    values: fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true, noInteger: true }).filter((value) => !String(value).includes('e'))).filter((value) => !Object.is(value, -0)),
  },
  'string-from-scalar': { wants: { type: 'string' }, values: fc.maxSafeInteger().filter((value) => !Object.is(value, -0)).map(String) },
  trim: { wants: { type: 'string', pattern: '^x' }, values: fc.string().map((text) => text.trim()).filter((text) => text !== '') },
  'date-from-digits': { wants: { type: 'string', format: 'date' }, values: fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10)) },
  'parse-json-string': { wants: { type: 'object' }, values: fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string())).filter((object) => !Object.hasOwn(object, '__proto__')) },
  'unwrap-array': { wants: { type: 'string' }, values: fc.string() },
  'boolean-from-number': { wants: { type: 'boolean' }, values: fc.boolean() },
  'address-from-mailto': { wants: { type: 'string', format: 'email' }, values: fc.emailAddress().filter((address) => !/[%,;?]/.test(address)) },
  'composed-form': { wants: { type: 'string', pattern: '^x' }, values: fc.array(fc.constantFrom('Café', 'Zürich', 'Ångström', 'plain'), { minLength: 1 }).map((words) => words.join(' ')).filter((text) => text.normalize('NFD') !== text) },
  'split-list': { wants: { type: 'array', items: { enum: ['push', 'release', 'tag'] } }, values: fc.array(fc.constantFrom('push', 'release', 'tag'), { minLength: 2, maxLength: 100 }) },
  'array-from-indexed': { wants: { type: 'array' }, values: fc.array(fc.oneof(fc.integer(), fc.string()), { minLength: 1, maxLength: 20 }) },
  'number-from-long-form': { wants: { type: 'integer' }, values: fc.integer() },
  'unwrap-tagged': { wants: { type: ['string', 'integer'] }, values: fc.oneof(fc.integer(), fc.string()) },
  'base64-from-buffer': { wants: { type: 'string', contentEncoding: 'base64' }, values: fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes).toString('base64')) },
  'list-of-numbers': { wants: { type: 'array', items: { type: 'integer' } }, values: fc.array(fc.maxSafeInteger().filter((value) => !Object.is(value, -0)), { minLength: 2, maxLength: 20 }) },
  'text-from-buffer': { wants: { type: 'string', format: 'email' }, values: fc.emailAddress() },
  'wrap-in-array': { wants: { type: 'array' }, values: fc.oneof(fc.integer(), fc.constantFrom('a', 'b')).map((value) => [value]) },
};

/** What the operation reads from what its inverse gives for a value that it has written. */
export async function readAgain(kind: OperationKind, wants: JsonObject, written: Json): Promise<Json | undefined> {
  const jobType = await jobTypeOf({ schema: { type: 'object', properties: { place: wants } } });
  if (jobType.schema === undefined || kind.inverse === undefined) throw new Error('nothing to turn round');
  const payload: Json = { place: kind.inverse(written) };
  const edit = kind.act(siteAt({ payload, issues: [], schema: jobType.schema, jobType }, '/place'), undefined);
  return valueAt(applyEdits(payload, edit === undefined ? [] : [edit]), '/place');
}
