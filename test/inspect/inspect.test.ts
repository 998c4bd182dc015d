import { describe, expect, it } from 'vitest';
import type { RawLetter } from '../../src/core/dead-letter.ts';
import type { InspectedLetter } from '../../src/core/inspected-letter.ts';
import { MendqError } from '../../src/core/errors.ts';
import type { PayloadSchema, Validation } from '../../src/core/payload-schema.ts';
import { inspect, type InspectRequest } from '../../src/inspect/inspect.ts';
import { jobType, rawLetter, report } from './report.ts';

const BOOM = report('boom', 'Error: boom\n    at run (/app/src/run.ts:1:1)');

function schema(validate: () => Promise<Validation>): PayloadSchema {
  return { kind: 'example', jsonSchema: undefined, validate };
}

function request(validation?: () => Promise<Validation>, changes: Partial<RawLetter> = {}): InspectRequest {
  return { raw: rawLetter({ id: 'x-1' }, BOOM, changes), round: 2, jobType: jobType(validation === undefined ? {} : { schema: schema(validation) }) };
}

async function one(asked: InspectRequest): Promise<InspectedLetter | undefined> {
  const [letter] = await inspect([asked], { validatorMilliseconds: 20 });
  return letter;
}

describe('inspect', () => {
  it('gives a letter its id, payload, round, failure, check and signatures', async () => {
    const letter = await one(request(async () => ({ valid: true })));
    expect(letter).toMatchObject({
      letter: { payload: { id: 'x-1' }, round: 2, queue: 'invoices' },
      failure: { errorClass: 'Error', message: 'boom', ownFrames: ['run@app/src/run'] },
      schemaCheck: { kind: 'valid' },
    });
    expect(letter?.letter.id).toMatch(/^letter_[0-9a-f]{24}$/);
  });

  it('hands the issues of a refusing schema on', async () => {
    const issues = [{ pointer: '/id', code: 'type', expected: 'number', received: 'string', message: 'no number' }] as const;
    expect((await one(request(async () => ({ valid: false, issues }))))?.schemaCheck).toEqual({ kind: 'invalid', issues });
  });

  it('says why a payload was not checked', async () => {
    const kinds = await Promise.all([
      one(request()),
      one(request(async () => ({ valid: true }), { body: new TextEncoder().encode('<order/>') })),
      one(request(async () => ({ valid: true }), { body: new Uint8Array([0xff, 0xfe]) })),
      one(request(async () => ({ valid: true }), { body: new Uint8Array(), oversize: 9_000_000 })),
    ]);
    expect(kinds.map((letter) => letter?.schemaCheck)).toEqual([
      { kind: 'unchecked', why: 'the job type has no schema' },
      { kind: 'unchecked', why: 'the body is not JSON' },
      { kind: 'unchecked', why: 'the body is not JSON' },
      { kind: 'unchecked', why: 'the body of 9000000 bytes is above the reading limit and was not loaded' },
    ]);
  });

  it('never asks the schema about a payload that it could not read', async () => {
    let asked = 0;
    await one(request(async () => { asked += 1; return { valid: true }; }, { body: new TextEncoder().encode('{') }));
    expect(asked).toBe(0);
  });

  it('survives schemas that reject, throw and hang, and checks the others of the batch', async () => {
    const letters = await inspect(
      [
        request(async () => { throw new MendqError('MENDQ_E_SCHEMA_THREW', 'the refinement threw'); }),
        request(() => { throw new TypeError('no promise at all'); }),
        request(() => new Promise(() => undefined)),
        request(async () => ({ valid: true })),
      ],
      { validatorMilliseconds: 20 },
    );
    expect(letters.map(({ schemaCheck }) => schemaCheck)).toEqual([
      { kind: 'failed', problem: 'the refinement threw' },
      { kind: 'failed', problem: 'no promise at all' },
      { kind: 'failed', problem: 'the validator did not answer within 20 ms' },
      { kind: 'valid' },
    ]);
  });

  it('keeps every result at the index of its request', async () => {
    const requests = Array.from({ length: 50 }, (_, index) => request(async () => ({ valid: true }), { messageId: String(index) }));
    const letters = await inspect(requests);
    expect(letters.map(({ letter }) => letter.messageId)).toEqual(requests.map(({ raw }) => raw.messageId));
    expect(await inspect([])).toEqual([]);
  });
});
