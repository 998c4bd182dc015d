import { DelayedError, UnrecoverableError, Worker, type Job } from 'bullmq';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseFailure } from '../../../src/inspect/parse-failure.ts';
import { keepErrors } from '../../../src/queues/bullmq/index.ts';
import { onlyLetter } from '../../conformance/queue-suite.ts';
import { redisAddress, redisFixture } from './redis-fixture.ts';

async function thrownBy(error: unknown): Promise<unknown> {
  return keepErrors(async () => { throw error; })().then(() => undefined, (thrown: unknown) => thrown);
}

async function stackOf(error: Error): Promise<string> {
  expect(await thrownBy(error)).toBe(error);
  return error.stack ?? '';
}

const refused = (): Error => Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), { code: 'ECONNREFUSED', errno: -111, syscall: 'connect', address: '10.0.0.1' });

describe('keepErrors', () => {
  test('keeps code, cause and what the cause says', async () => {
    const stack = await stackOf(new TypeError('fetch failed', { cause: refused() }));
    expect(stack).toMatch(/^TypeError: fetch failed\n {4}at /);
    expect(stack).toMatch(/ \{\n {2}\[cause\]: Error: connect ECONNREFUSED 10\.0\.0\.1:443 \{\n {4}code: 'ECONNREFUSED',\n {4}errno: -111,\n {4}syscall: 'connect'\n {2}\}\n\}$/);
  });

  test('keeps the members of an AggregateError', async () => {
    const stack = await stackOf(new AggregateError([refused(), new Error('second')], 'all failed'));
    expect(stack).toContain("[errors]: [\n    Error: connect ECONNREFUSED 10.0.0.1:443 {\n      code: 'ECONNREFUSED'");
    expect(stack).toContain('    Error: second\n  ]');
  });

  test('keeps the status and the wish to wait of an HTTP answer, and nothing else of it', async () => {
    const response = { status: 429, headers: { 'retry-after': '120', 'set-cookie': 'session=1' }, data: { card: '4111' }, config: { headers: { authorization: 'Bearer x' } } };
    const stack = await stackOf(Object.assign(new Error('Request failed'), { code: 'ERR_BAD_REQUEST', response }));
    expect(stack).toContain('response: { status: 429 }');
    expect(stack).toContain("headers: { 'retry-after': '120' }");
    expect(stack).not.toMatch(/session|4111|Bearer/);
  });

  test('reads the headers of a fetch answer', async () => {
    const response = new Response('busy', { status: 503, headers: { 'retry-after': '7' } });
    const stack = await stackOf(Object.assign(new Error('busy'), { response }));
    expect(stack).toContain('response: { status: 503 }');
    expect(stack).toContain("'retry-after': '7'");
  });

  test('keeps the constraint of a database error, not the values that broke it', async () => {
    const stack = await stackOf(Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'invoices_pkey', detail: 'Key (id)=(secret) already exists.' }));
    expect(stack).toContain("code: '23505'");
    expect(stack).toContain("constraint: 'invoices_pkey'");
    expect(stack).not.toContain('secret');
  });

  test('keeps the paths and codes of a Zod error', async () => {
    const { error } = z.object({ options: z.object({ tax: z.boolean() }) }).safeParse({ options: { tax: 'TRUE' } });
    if (error === undefined) throw new Error('it should have failed');
    expect(await stackOf(error)).toContain("issues: [ { code: 'invalid_type', path: [ 'options', 'tax' ] } ]");
  });

  test('names an error that was named after it was made', async () => {
    const error = new Error('too busy');
    error.name = 'UpstreamBusy';
    expect(await stackOf(error)).toMatch(/^UpstreamBusy: too busy/);
  });

  test('adds nothing where there is nothing to add, and nothing twice', async () => {
    const plain = new Error('plain');
    const before = plain.stack;
    expect(await stackOf(plain)).toBe(before);
    const rich = Object.assign(new Error('rich'), { code: 'E' });
    expect(await stackOf(rich)).toBe(await stackOf(rich));
  });

  test.each([new UnrecoverableError('stop'), new DelayedError('later'), Object.assign(new Error('x'), { name: 'RateLimitError', code: 'R' }), Object.assign(new Error('x'), { name: 'WaitingChildrenError', code: 'W' })])('lets BullMQ\'s own signal %s pass untouched', async (error) => {
    const before = error.stack;
    expect(await thrownBy(Object.assign(error, { cause: refused() }))).toBe(error);
    expect(error.stack).toBe(before);
  });

  test.each(['text', 42, null, undefined, { code: 'E' }])('passes %j through, which is no error', async (value) => {
    expect(await thrownBy(value)).toBe(value);
  });

  test('survives frozen errors, throwing getters and cycles', async () => {
    const frozen = Object.freeze(Object.assign(new Error('frozen'), { code: 'E' }));
    expect(await thrownBy(frozen)).toBe(frozen);
    const hostile = new Error('hostile');
    Object.defineProperty(hostile, 'code', { get: () => { throw new Error('no'); } });
    hostile.cause = hostile;
    expect(await thrownBy(hostile)).toBe(hostile);
  });

  test('returns what the processor returns, and shows how many parameters it takes', async () => {
    expect(await keepErrors((job: Job, token?: string) => [job, token])({ id: '1' } as Job, 't')).toEqual([{ id: '1' }, 't']);
    const withSignal = keepErrors(async (_job: Job, _token?: string, signal?: AbortSignal) => signal);
    expect(withSignal).toHaveLength(3);
  });

  test('never adds more than 8 KB, always closes what it opens, and keeps to one line per text', () => {
    const errorsOf = (inner: fc.Arbitrary<Error | null>): fc.Arbitrary<Error> => fc
      .record({ message: fc.string({ unit: 'binary', maxLength: 3000 }), code: fc.oneof(fc.string({ maxLength: 500 }), fc.integer()), cause: inner, members: fc.array(inner, { maxLength: 12 }) })
      .map(({ message, code, cause, members }) => Object.assign(new AggregateError(members, message, cause === null ? {} : { cause }), { code }));
    const errors = errorsOf(errorsOf(errorsOf(fc.constant(null))));
    return fc.assert(fc.asyncProperty(errors, async (error) => {
      const before = error.stack ?? '';
      const after = await stackOf(error);
      expect(after.startsWith(before)).toBe(true);
      const added = after.slice(before.length);
      expect(Buffer.byteLength(added)).toBeLessThanOrEqual(8192);
      const unquoted = added.replace(/'(?:\\.|[^'\\])*'/g, '');
      expect(unquoted.split('{').length).toBe(unquoted.split('}').length);
    }), { numRuns: 60 });
  });

  test('is read by the inspection as it was meant', async () => {
    const error = new TypeError('fetch failed', { cause: refused() });
    const failure = parseFailure({ reason: error.message, stack: [await stackOf(error)], at: new Date(0) });
    expect(failure).toMatchObject({ errorClass: 'TypeError', message: 'fetch failed', code: 'ECONNREFUSED', causes: [{ errorClass: 'Error', code: 'ECONNREFUSED' }] });
  });

  test('lets a real worker leave the whole story with the dead job', async () => {
    const on = await redisFixture();
    const worker = new Worker(on.queue.name, keepErrors(async () => { throw new TypeError('fetch failed', { cause: refused() }); }), { connection: redisAddress(), prefix: on.prefix });
    const failed = new Promise((resolve) => { worker.once('failed', resolve); });
    await on.queue.add('work', {}, { jobId: 'one' });
    await failed;
    await worker.close();
    const letter = await onlyLetter(on.adapter);
    expect(letter.failure.reason).toBe('fetch failed');
    expect(letter.failure.stack[0]).toContain("code: 'ECONNREFUSED'");
    await on.close();
  });
});
