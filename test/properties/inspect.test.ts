import fc from 'fast-check';
import { expect, it } from 'vitest';
import { letterIdOf, type RawLetter } from '../../src/core/dead-letter.ts';
import type { Effects } from '../../src/core/job-type.ts';
import type { Json } from '../../src/core/json.ts';
import type { IssueCode, PayloadSchema, SchemaIssue } from '../../src/core/payload-schema.ts';
import { DEFAULT_POLICY } from '../../src/core/policy.ts';
import { diagnose } from '../../src/diagnose/diagnose.ts';
import { isSafeToRepeat } from '../../src/diagnose/outage.ts';
import { inspect, type InspectRequest } from '../../src/inspect/inspect.ts';

/** Pieces of what libraries and attackers write, so that arbitrary texts come close to real formats. */
const PIECES = ['\n    at ', ' {\n', '[cause]: ', '[errors]: [', "code: '", "'", '"', '`', '{', '}', '(', ')', 'Error: ', 'fetch failed', 'connect ECONNREFUSED ', 'Request failed with status code 5', "retry-after': '", 'Key (a)=(', ' - ER_', '\\', '\u0000', '\ud83d', '😀', '/app/a.js:1:1', '../../', '<script>', 'AggregateError [', '__proto__'];
/** Failures that look transient, so that the properties are about something. */
const OUTAGES = ['Error: read ECONNRESET', 'TypeError: fetch failed', 'Error: connect ECONNREFUSED 10.0.0.7:443', 'AxiosError: Request failed with status code 429', 'AxiosError: Request failed with status code 504', 'error: deadlock detected', 'AxiosError: timeout of 200ms exceeded'];
const text = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...OUTAGES) }, fc.string({ unit: 'binary', maxLength: 200 }), fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 8 })), { maxLength: 40 }).map((parts) => parts.join('')));
const CODES: readonly IssueCode[] = ['type', 'missing', 'enum', 'format', 'pattern', 'too-long', 'unknown-key', 'union', 'custom'];

const body = fc.oneof(
  fc.jsonValue().map((value) => new TextEncoder().encode(JSON.stringify(value))),
  fc.constant(new TextEncoder().encode('{"a":{"__proto__":{"x":1}},"constructor":{"prototype":1}}')),
  fc.uint8Array({ maxLength: 60 }),
);

const raw: fc.Arbitrary<RawLetter> = fc.record({
  queue: fc.string(),
  messageId: fc.string(),
  epoch: fc.string(),
  broker: fc.constant('bullmq'),
  name: fc.string(),
  body,
  headers: fc.constant({}),
  failure: fc.record({ reason: fc.oneof(fc.constant(''), text), stack: fc.array(text, { maxLength: 4 }), at: fc.date({ noInvalidDate: true }) }),
  attempts: fc.nat(50),
  enqueuedAt: fc.date({ noInvalidDate: true }),
});

const issue: fc.Arbitrary<SchemaIssue> = fc.record({
  pointer: fc.constantFrom('', '/a', '/a/0', '/__proto__', '/~1', 'not a pointer'),
  code: fc.constantFrom(...CODES),
  expected: fc.string(),
  received: fc.constantFrom('string', 'object', 'missing'),
  message: fc.string(),
});

function schemaOf(issues: readonly SchemaIssue[], throws: boolean): PayloadSchema {
  return {
    kind: 'arbitrary',
    jsonSchema: { properties: { a: { default: 1 } } },
    validate: async () => {
      if (throws) throw new Error('thrown by the validator');
      return issues.length === 0 ? { valid: true } : { valid: false, issues };
    },
  };
}

const request: fc.Arbitrary<InspectRequest> = fc
  .record({ raw, issues: fc.array(issue, { maxLength: 3 }), throws: fc.boolean(), schema: fc.boolean(), effects: fc.constantFrom<Effects>('none', 'database', 'external') })
  .map(({ raw: letter, issues, throws, schema, effects }) => ({
    raw: letter,
    round: 0,
    jobType: {
      effects,
      protect: [],
      freeText: ['/a'],
      tidy: [],
      fill: {},
      revision: '1',
      idempotencyKey: (payload: Json) => String((payload as { id?: unknown } | null)?.id),
      ...(schema ? { schema: schemaOf(issues, throws) } : {}),
    },
  }));

const context = { policy: { ...DEFAULT_POLICY, errors: { Error: 'transient' } as const }, now: new Date(0) };

it('inspects and diagnoses any letter, each at its index, within bounds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 3 }), async (requests) => {
      const letters = await inspect(requests);
      expect(letters.map(({ letter }) => letter.id)).toEqual(requests.map((asked) => letterIdOf(asked.raw)));
      for (const { failure, signatures } of letters) {
        expect(signatures.failure).toMatch(/^s1:[0-9a-f]{20}$/);
        expect(signatures.shape).toMatch(/^s1:[0-9a-f]{20}$/);
        expect(failure.message.length).toBeLessThanOrEqual(4096);
        expect(failure.ownFrames.length).toBeLessThanOrEqual(5);
      }
      const diagnoses = await diagnose(letters, { ...context, askFulfilment: async () => new Map() });
      expect(diagnoses.map(({ evidence }) => evidence.length > 0)).toEqual(letters.map(() => true));
    }),
    { numRuns: 2000 },
  );
});

it('signs the same letter the same way each time', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (asked) => {
      const [[first], [second]] = await Promise.all([inspect([asked]), inspect([structuredCloneOf(asked)])]);
      expect(second?.signatures).toEqual(first?.signatures);
    }),
    { numRuns: 300 },
  );
});

it('never retries what its schema refuses, and never what may have acted outside', async () => {
  let retried = 0;
  await fc.assert(
    fc.asyncProperty(request, async (asked) => {
      const [letter] = await inspect([asked]);
      if (letter === undefined) throw new Error('inspect returned nothing');
      const [diagnosis] = await diagnose([letter], { policy: DEFAULT_POLICY, now: context.now, askFulfilment: async () => new Map() });
      if (diagnosis?.cause !== 'transient') return;
      retried += 1;
      expect(['valid', 'unchecked']).toContain(letter.schemaCheck.kind);
      expect(letter.letter.payload).not.toBeUndefined();
      const attempts = [letter.failure, ...(letter.failure.earlier ?? [])];
      expect(letter.jobType.effects !== 'external' || attempts.every(isSafeToRepeat)).toBe(true);
    }),
    { numRuns: 2000 },
  );
  expect(retried).toBeGreaterThan(0);
});

function structuredCloneOf(asked: InspectRequest): InspectRequest {
  return { ...asked, raw: structuredClone(asked.raw) };
}
