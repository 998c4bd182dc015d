import { describe, expect, test } from 'vitest';

import type { Json, JsonObject } from '../../src/core/json.ts';
import type { ProposedOperation, ProposedProgram } from '../../src/core/model-answer.ts';
import { induce } from '../../src/repair/induce.ts';
import { requestOf, type LetterSketch } from './letters.ts';

const LINE: JsonObject = { type: 'object', properties: { sku: { type: 'string' }, quantity: { type: 'integer' }, reason: { type: 'string' } }, required: ['sku', 'quantity'] };

const rename = (path: string, argument: string | null): ProposedOperation => ({ operation: 'rename-key', path, argument });
const copy = (path: string, argument: string | null): ProposedOperation => ({ operation: 'copy-value', path, argument });
const program = (...operations: readonly ProposedOperation[]): ProposedProgram => ({ operations });

async function induced(programs: readonly ProposedProgram[], payloads: readonly Json[], sketch: LetterSketch = { schema: LINE }): Promise<unknown> {
  return induce(programs, await Promise.all(payloads.map(async (payload) => requestOf(payload, sketch))));
}

describe('a program that a model proposed', () => {
  test('is accepted where it is proved for the letters, with what else their repair needs', async () => {
    const payloads = [{ sku: 'A-1', qty: '2' }, { sku: 'B-7', qty: '10' }];
    expect(await induced([program(rename('/qty', '/quantity'))], payloads)).toMatchObject({
      kind: 'induced', corroborated: true, proved: 2, tried: 2,
      operations: [{ name: 'rename-key', path: '/quantity', with: { from: 'qty' } }, { name: 'number-from-string', path: '/quantity' }],
    });
  });

  test('holds for every element of a list', async () => {
    const schema: JsonObject = { type: 'object', properties: { lines: { type: 'array', items: LINE } }, required: ['lines'] };
    const payloads = [{ lines: [{ sku: 'A', qty: 1 }, { sku: 'B', qty: 2 }] }, { lines: [{ sku: 'C', qty: 3 }, { sku: 'D', qty: 4 }, { sku: 'E', qty: 5 }] }];
    expect(await induced([program(rename('/lines/0/qty', '/lines/0/quantity'))], payloads, { schema })).toMatchObject({ kind: 'induced', corroborated: true, proved: 2, operations: [{ name: 'rename-key', path: '/lines/[*]/quantity' }] });
  });

  test('waits for a person where only its word says that two names are one', async () => {
    expect(await induced([program(rename('/stk', '/quantity'))], [{ sku: 'A-1', stk: 2 }])).toMatchObject({ kind: 'induced', corroborated: false });
  });

  test('may name the place where a value stands now', async () => {
    const schema: JsonObject = { type: 'object', properties: { customerName: { type: 'string' } }, required: ['customerName'] };
    expect(await induced([program(copy('/customerName', '/customer/name'))], [{ customer: { name: 'Ada' } }], { schema })).toMatchObject({
      kind: 'induced', corroborated: true, operations: [{ name: 'copy-value', path: '/customerName', with: { source: '/customer/name' } }],
    });
  });

  test('that fails for a letter in twenty or more is not accepted', async () => {
    const good = Array.from({ length: 17 }, (_, index) => ({ sku: 'A', qty: index }));
    expect(await induced([program(rename('/qty', '/quantity'))], [...good, { sku: 'A', qty: 'none' }])).toMatchObject({ kind: 'none', why: expect.stringContaining('17 of 18') });
    const more = Array.from({ length: 19 }, (_, index) => ({ sku: 'A', qty: index }));
    expect(await induced([program(rename('/qty', '/quantity'))], [...more, { sku: 'A', qty: 'none' }])).toMatchObject({ kind: 'induced', proved: 19, tried: 20 });
  });

  test('is not accepted beside another that makes something else of the letter', async () => {
    expect(await induced([program(rename('/qty', '/quantity')), program(rename('/stk', '/quantity'))], [{ sku: 'A', qty: 1, stk: 2 }])).toMatchObject({ kind: 'none', why: expect.stringContaining('two of the proposed') });
  });

  test.each<[string, ProposedProgram, Json]>([
    ['nothing', program(), { sku: 'A', qty: 1 }],
    ['an operation that is not offered', program({ operation: 'write-value', path: '/quantity', argument: '5' }), { sku: 'A', qty: 1 }],
    ['a lossy operation', program({ operation: 'cut-to-length', path: '/sku', argument: null }), { sku: 'A', qty: 1 }],
    ['a value in the place of a key', program(rename('/qty', '5')), { sku: 'A', qty: 1 }],
    ['a prototype', program(rename('/__proto__', '/quantity')), { sku: 'A', qty: 1 }],
    ['a place that is not there', program(rename('/count', '/quantity')), { sku: 'A', qty: 1 }],
    ['a member that is there', program(rename('/qty', '/sku')), { sku: 'A', qty: 1 }],
    ['a member that the schema knows', program(rename('/reason', '/quantity')), { sku: 'A', reason: '5' }],
    ['a key of another object', program(rename('/qty', '/lines/quantity')), { sku: 'A', qty: 1 }],
    ['nine operations', program(...Array.from({ length: 9 }, () => rename('/qty', '/quantity'))), { sku: 'A', qty: 1 }],
    ['a null', program(rename('/qty', '/quantity')), { sku: 'A', qty: null }],
  ])('may not name %s', async (_, proposed, payload) => {
    expect(await induced([proposed], [payload])).toMatchObject({ kind: 'none' });
  });

  test.each([
    ['amount', 'total'], ['email', 'backupEmail'], ['customerId', 'buyerId'], ['currency', 'ccy'],
  ])('may not give %s the value of %s', async (wanted, sent) => {
    const schema: JsonObject = { type: 'object', properties: { [wanted]: { type: ['string', 'number'] } }, required: [wanted] };
    expect(await induced([program(rename(`/${sent}`, `/${wanted}`))], [{ [sent]: 'x1' }], { schema })).toMatchObject({ kind: 'none', why: expect.stringContaining('protected') });
  });

  test('may not give a value to a place that the configuration or the schema protects', async () => {
    const marked: JsonObject = { ...LINE, properties: { sku: { type: 'string' }, quantity: { type: 'integer', 'x-mendq-protect': true } } };
    expect(await induced([program(rename('/qty', '/quantity'))], [{ sku: 'A', qty: 1 }], { schema: marked })).toMatchObject({ kind: 'none' });
    expect(await induced([program(rename('/qty', '/quantity'))], [{ sku: 'A', qty: 1 }], { schema: LINE, protect: ['/quantity'] })).toMatchObject({ kind: 'none' });
  });

  test('does not decide where the schema has an answer of its own', async () => {
    const schema: JsonObject = { ...LINE, properties: { sku: { type: 'string' }, quantity: { type: 'integer' }, on: { type: 'string', format: 'date' } } };
    expect(await induced([program(rename('/qty', '/quantity'), { operation: 'date-from-parts', path: '/on', argument: null })], [{ sku: 'A', qty: 1, on: '03/04/2026' }], { schema })).toMatchObject({ kind: 'none' });
  });
});
