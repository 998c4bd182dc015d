import { describe, expect, test } from 'vitest';

import type { Json, JsonObject } from '../../src/core/json.ts';
import type { Operation } from '../../src/core/operation.ts';
import type { Remedy, RemedyOrigin, RemedyState } from '../../src/core/remedy.ts';
import { repair } from '../../src/repair/repair.ts';
import { repaired, requestOf, type LetterSketch } from './letters.ts';

const DAY: JsonObject = { type: 'object', properties: { on: { type: 'string', format: 'date' } }, required: ['on'] };
const DAY_FIRST: Operation = { name: 'date-from-parts', class: 'lossless', path: '/on', when: { code: 'format', received: 'string' }, with: { order: 'day-first' } };

function remedy(operations: readonly Operation[], origin: RemedyOrigin = 'model', state: RemedyState = 'trusted'): Remedy {
  return { signature: 's1:f1', operations, origin, state };
}

async function outcomeWith(payload: Json, sketch: LetterSketch, ...remedies: readonly Remedy[]): Promise<Json> {
  const result = await repaired(payload, sketch, remedies);
  return result.kind === 'repaired' ? result.payload : `abstained: ${result.why}`;
}

describe('a remedy of the letter’s kind', () => {
  test('of a person decides between two readings', async () => {
    expect(await outcomeWith({ on: '03/04/2026' }, { schema: DAY }, remedy([DAY_FIRST], 'human'))).toEqual({ on: '2026-04-03' });
  });

  test.each<[RemedyOrigin]>([['model'], ['rule']])('of a %s does not', async (origin) => {
    expect(await outcomeWith({ on: '03/04/2026' }, { schema: DAY }, remedy([DAY_FIRST], origin))).toContain('more than one way');
    expect(await outcomeWith({ on: '31/03/2026' }, { schema: DAY }, remedy([DAY_FIRST], origin))).toEqual({ on: '2026-03-31' });
  });

  test('is not used once it is revoked', async () => {
    expect(await outcomeWith({ on: '03/04/2026' }, { schema: DAY }, remedy([DAY_FIRST], 'human', 'revoked'))).toContain('more than one way');
  });

  test('that is not proved does not stop the search from its own answer', async () => {
    const schema: JsonObject = { type: 'object', properties: { plan: { enum: ['a', 'b'], default: 'b' } }, required: ['plan'] };
    const choice = remedy([{ name: 'set-default', class: 'default', path: '/plan', when: { code: 'missing', received: 'missing' }, with: 'a' }], 'human');
    expect(await outcomeWith({}, { schema }, choice)).toEqual({ plan: 'b' });
  });

  test('of another kind is not used', async () => {
    expect(await outcomeWith({ on: '03/04/2026' }, { schema: DAY }, { ...remedy([DAY_FIRST], 'human'), signature: 's1:other' })).toContain('abstained');
  });

  test('that is not proved gives way to a search', async () => {
    const useless = remedy([{ ...DAY_FIRST, with: { order: 'year-first' } }], 'human');
    expect(await outcomeWith({ on: '31/03/2026' }, { schema: DAY }, useless)).toEqual({ on: '2026-03-31' });
  });

  test('drops what a strict schema forbids only where a person said so', async () => {
    const schema: JsonObject = { type: 'object', properties: { ref: { type: 'string' } }, additionalProperties: false };
    const drop: Operation = { name: 'drop-unknown-key', class: 'default', path: '/dryRun', when: { code: 'unknown-key', received: 'boolean' } };
    expect(await outcomeWith({ ref: 'a', dryRun: true }, { schema }, remedy([drop], 'model'))).toContain('/dryRun is not allowed');
    expect(await outcomeWith({ ref: 'a', dryRun: true }, { schema }, remedy([drop], 'rule'))).toContain('/dryRun is not allowed');
    expect(await outcomeWith({ ref: 'a', dryRun: true }, { schema }, remedy([drop], 'human'))).toEqual({ ref: 'a' });
  });

  test('may rename a key that only its author knows, but not to a protected one', async () => {
    const rename = (to: string, from: string): Remedy => remedy([{ name: 'rename-key', class: 'lossless', path: `/${to}`, when: { code: 'missing', received: 'missing' }, with: { from } }]);
    const schema = (key: string): JsonObject => ({ type: 'object', properties: { [key]: { type: 'string' } }, required: [key] });
    expect(await outcomeWith({ label: 'a' }, { schema: schema('title') }, rename('title', 'label'))).toEqual({ title: 'a' });
    expect(await outcomeWith({ billing: 'a@example.com' }, { schema: schema('recipientEmail') }, rename('recipientEmail', 'billing'))).toContain('/recipientEmail is missing');
    expect(await outcomeWith({ ref: 'a' }, { schema: schema('orderRef'), protect: ['/orderRef'] }, rename('orderRef', 'ref'))).toContain('/orderRef is missing');
  });
});

describe('the plan of an earlier letter', () => {
  test('is used for the next ones of its kind', async () => {
    const requests = await Promise.all(['31/03/2026', '30/03/2026', '12/31/2026'].map((on) => requestOf({ on }, { schema: DAY })));
    const results = await repair(requests, { remedies: new Map() });
    expect(results.map((result) => result.kind === 'repaired' && result.payload)).toEqual([{ on: '2026-03-31' }, { on: '2026-03-30' }, { on: '2026-12-31' }]);
  });

  test('does not decide a letter that can be read in two ways, also not inside of a JSON text', async () => {
    const plain = await Promise.all(['31/03/2026', '03/04/2026'].map((on) => requestOf({ on }, { schema: DAY })));
    expect((await repair(plain, { remedies: new Map() })).map(({ kind }) => kind)).toEqual(['repaired', 'abstained']);
    const packed = await Promise.all(['31/03/2026', '03/04/2026'].map((on) => requestOf(JSON.stringify({ on }), { schema: DAY })));
    expect((await repair(packed, { remedies: new Map() })).map(({ kind }) => kind)).toEqual(['repaired', 'abstained']);
  });

  test('is not used for another kind', async () => {
    const requests = await Promise.all([requestOf({ on: '31/03/2026' }, { schema: DAY, shape: 's1:a' }), requestOf({ on: '20260304' }, { schema: DAY, shape: 's1:b' })]);
    expect((await repair(requests, { remedies: new Map() })).map((result) => result.kind === 'repaired' && result.operations[0]?.name)).toEqual(['date-from-parts', 'date-from-digits']);
  });
});
