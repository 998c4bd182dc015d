import { describe, expect, it } from 'vitest';
import type { FailureReport, RawLetter } from '../../src/core/dead-letter.ts';
import type { Json } from '../../src/core/json.ts';
import type { PayloadSchema, SchemaIssue } from '../../src/core/payload-schema.ts';
import type { Signatures } from '../../src/core/signature.ts';
import { inspect } from '../../src/inspect/inspect.ts';
import { jobType, rawLetter, report } from './report.ts';

const NOT_FOUND = (id: string, line: number): string => `Error: invoice ${id} not found\n    at InvoiceService.load (/app/dist/invoice.service.js:${line}:11)\n    at Worker.processJob (/app/node_modules/bullmq/dist/worker.js:${line}:1)`;

function failureOf(id: string, line: number): FailureReport {
  return report(`invoice ${id} not found`, NOT_FOUND(id, line));
}

function schemaRefusing(...issues: readonly SchemaIssue[]): PayloadSchema {
  return { kind: 'example', jsonSchema: undefined, validate: async () => ({ valid: false, issues }) };
}

function issue(pointer: string, changes: Partial<SchemaIssue> = {}): SchemaIssue {
  return { pointer, code: 'type', expected: 'boolean', received: 'string', message: 'Expected boolean', ...changes };
}

async function signaturesOf(failure: FailureReport, schema?: PayloadSchema, payload: Json = {}, changes: Partial<RawLetter> = {}): Promise<Signatures> {
  const [letter] = await inspect([{ raw: rawLetter(payload, failure, changes), round: 0, jobType: jobType(schema === undefined ? {} : { schema }) }]);
  return letter?.signatures ?? { failure: '', shape: '' };
}

describe('signatures', () => {
  it('carry the version and 20 hex digits', async () => {
    const { failure, shape } = await signaturesOf(failureOf('inv_1', 7));
    expect(failure).toMatch(/^s2:[0-9a-f]{20}$/);
    expect(shape).toBe(failure);
  });

  it('do not change between releases without a new version', async () => {
    // These keys stand in users' ledgers: a change here must come with a new version.
    expect(await signaturesOf(failureOf('inv_1', 7), schemaRefusing(issue('/gift')))).toMatchInlineSnapshot(`
      {
        "failure": "s2:52d6c8d80d77a9f6b098",
        "shape": "s2:d9db8f7039b8f627ff04",
      }
    `);
  });

  it('are equal for other ids, lines, attempts, payloads and queues', async () => {
    const one = await signaturesOf(failureOf('inv_98234', 7), schemaRefusing(issue('/gift')), { gift: 'TRUE' });
    const twice = { ...failureOf('inv_5', 99), stack: [NOT_FOUND('inv_5', 99), NOT_FOUND('inv_5', 99)] };
    const other = await signaturesOf(twice, schemaRefusing(issue('/gift', { message: 'another release words it otherwise' })), { gift: 'no' }, { queue: 'other', messageId: '7', attempts: 9 });
    expect(other).toEqual(one);
  });

  it('differ by job name, message, class, code and own frames', async () => {
    const stack = (head: string, frame = 'a (/app/src/a.js:1:1)'): FailureReport => report('', `${head}\n    at ${frame}`);
    const keys = await Promise.all([
      signaturesOf(stack('Error: boom')),
      signaturesOf(stack('Error: bang')),
      signaturesOf(stack('OrderError: boom')),
      signaturesOf(stack('Error [E_ORDER]: boom')),
      signaturesOf(stack('Error: boom', 'b (/app/src/a.js:1:1)')),
      signaturesOf(stack('Error: boom'), undefined, {}, { name: 'other-job' }),
    ]);
    expect(new Set(keys.map(({ failure }) => failure)).size).toBe(keys.length);
  });

  it('tell one kind of schema issue from another in the shape only', async () => {
    const failure = failureOf('inv_1', 7);
    const shapes = await Promise.all(
      [[issue('/gift')], [issue('/paid')], [issue('/gift', { code: 'missing' })], [issue('/gift', { expected: 'number' })], [issue('/gift', { received: 'null' })], [issue('/gift'), issue('/paid')]].map((issues) => signaturesOf(failure, schemaRefusing(...issues))),
    );
    expect(new Set(shapes.map(({ shape }) => shape)).size).toBe(shapes.length);
    expect(new Set(shapes.map(({ failure: exact }) => exact)).size).toBe(1);
  });

  it('count the same complaint about several elements once, in any order', async () => {
    const payload = { lines: [{ qty: '1' }, { qty: '2' }, { qty: '3' }] };
    const at = (index: number): SchemaIssue => issue(`/lines/${index}/qty`);
    const failure = failureOf('inv_1', 7);
    const one = await signaturesOf(failure, schemaRefusing(at(1)), payload);
    expect(await signaturesOf(failure, schemaRefusing(at(2), at(0)), payload)).toEqual(one);
    const [left, right] = [issue('/a'), issue('/b')];
    expect(await signaturesOf(failure, schemaRefusing(left, right))).toEqual(await signaturesOf(failure, schemaRefusing(right, left)));
  });
});
