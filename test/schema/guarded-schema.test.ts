import { expect, test } from 'vitest';
import { z } from 'zod';

import { isMendqError } from '../../src/core/errors.ts';
import type { SchemaInput } from '../../src/core/job-type-options.ts';
import { readSchema } from '../../src/schema/read-schema.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';
import { read } from './read.ts';

const turn = (): Promise<void> => new Promise((resolve) => { setImmediate(resolve); });

function standard(validate: () => unknown): SchemaInput {
  return { '~standard': { version: 1, vendor: 'test', validate } };
}

test.each<[string, SchemaInput]>([
  ['throws', standard(() => { throw new Error('lost connection'); })],
  ['rejects', standard(() => Promise.reject(new Error('lost connection')))],
  ['throws in a refinement of Zod', z.string().refine(() => { throw new Error('lost connection'); })],
  ['rejects in a refinement of Zod', z.string().refine(() => Promise.reject(new Error('lost connection')))],
])('a validator that %s is an error that names the place', async (_, input) => {
  const schema = await read(input);
  const error: unknown = await schema.validate('text').catch((thrown: unknown) => thrown);
  expect(isMendqError(error) && error.code).toBe('MENDQ_E_SCHEMA_THREW');
  expect(String(error)).toContain('queue invoices, job parse-invoice');
  expect(String(error)).toContain('lost connection');
});

test('a validator that never answers is given up at its time limit, not before', async () => {
  const clock = manualClock();
  const schema = await readSchema(standard(() => new Promise(() => undefined)), { where: 'job a', timeLimit: 5000, clock });
  let ended = false;
  const answer = schema.validate({}).catch((thrown: unknown) => thrown).finally(() => { ended = true; });
  await turn(); // the timer starts only for validators that do not answer at once
  await clock.advance(4999);
  expect(ended).toBe(false);
  await clock.advance(1);
  const error = await answer;
  expect(isMendqError(error) && error.code).toBe('MENDQ_E_SCHEMA_THREW');
  expect(String(error)).toContain('within 5000 ms');
});

test('a validator that waits a little is waited for', async () => {
  const slow = standard(() => new Promise((resolve) => { setImmediate(() => resolve({ value: 1 })); }));
  expect(await (await read(slow)).validate({})).toEqual({ valid: true });
});

test.each([['a number', 7], ['nothing', undefined], ['a function', () => true], ['an instance of a class', new Map()]])('%s is no schema', async (_, input) => {
  const error: unknown = await read(input as unknown as SchemaInput).catch((thrown: unknown) => thrown);
  expect(isMendqError(error) && error.code).toBe('MENDQ_E_SCHEMA_UNSUPPORTED');
});
