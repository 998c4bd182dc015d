import { expect, test } from 'vitest';

import type { Json, JsonObject } from '../../src/core/json.ts';
import { issuesOf, read } from './read.ts';

function validate(value: unknown): unknown {
  const { paid } = Object(value) as { paid?: unknown };
  if (typeof paid === 'boolean') return { value };
  return { issues: [{ message: 'paid must be a boolean', path: [{ key: 'paid' }] }] };
}

/** A schema as a small library might write it: an object whose member `paid` must be a boolean. */
function flagSchema(jsonSchema?: JsonObject) {
  return { '~standard': { version: 1, vendor: 'small', validate, ...(jsonSchema && { jsonSchema: { input: () => jsonSchema } }) } } as const;
}

test('any library is read by the standard, with its name', async () => {
  expect(await read(flagSchema())).toMatchObject({ kind: 'standard:small', jsonSchema: undefined });
  expect(await issuesOf(flagSchema(), { paid: true })).toEqual([]);
  expect(await issuesOf(flagSchema(), { paid: 'TRUE' })).toEqual(['/paid custom  string']);
  expect(await issuesOf(flagSchema(), {})).toEqual(['/paid missing  missing']);
});

test('a schema that is a function is read as well', async () => {
  const callable = Object.assign(() => true, flagSchema());
  expect((await read(callable)).kind).toBe('standard:small');
});

test('its JSON Schema is used where the library offers one, and one that can not be made is no error', async () => {
  const schema: JsonObject = { type: 'object', properties: { paid: { type: 'boolean' } } };
  expect((await read(flagSchema(schema))).jsonSchema).toEqual(schema);
  const failing = { '~standard': { ...flagSchema()['~standard'], jsonSchema: { input: () => { throw new Error('not supported'); } } } };
  expect((await read(failing)).jsonSchema).toBeUndefined();
});

test('a validator that changes what it is given does not change the payload', async () => {
  const greedy = { '~standard': { version: 1, vendor: 'greedy', validate: (value: unknown) => { (value as JsonObject)['paid'] = true; return { value }; } } } as const;
  const payload: Json = { paid: 'TRUE', list: [{ a: 1 }] };
  await (await read(greedy)).validate(payload);
  expect(payload).toEqual({ paid: 'TRUE', list: [{ a: 1 }] });
});
