import fc from 'fast-check';
import type { RawLetter } from '../../src/core/dead-letter.ts';
import type { Effects } from '../../src/core/job-type.ts';
import type { Json } from '../../src/core/json.ts';
import type { IssueCode, PayloadSchema, SchemaIssue } from '../../src/core/payload-schema.ts';
import type { InspectRequest } from '../../src/inspect/inspect.ts';

/** Pieces of what libraries and attackers write, so that arbitrary texts come close to real formats. */
const PIECES = ['\n    at ', ' {\n', '[cause]: ', '[errors]: [', "code: '", "'", '"', '`', '{', '}', '(', ')', 'Error: ', 'fetch failed', 'connect ECONNREFUSED ', 'Request failed with status code 5', "retry-after': '", 'Key (a)=(', ' - ER_', '\\', '\u0000', '\ud83d', '😀', '/app/a.js:1:1', '../../', '<script>', 'AggregateError [', '__proto__'];
/** Failures that look transient, so that the properties are about something. */
const OUTAGES = ['Error: read ECONNRESET', 'TypeError: fetch failed', 'Error: connect ECONNREFUSED 10.0.0.7:443', 'AxiosError: Request failed with status code 429', 'AxiosError: Request failed with status code 504', 'error: deadlock detected', 'AxiosError: timeout of 200ms exceeded'];
/** Texts near the formats of libraries. */
export const text = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...OUTAGES) }, fc.string({ unit: 'binary', maxLength: 200 }), fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 8 })), { maxLength: 40 }).map((parts) => parts.join('')));
const CODES: readonly IssueCode[] = ['type', 'missing', 'enum', 'format', 'pattern', 'too-long', 'unknown-key', 'union', 'custom'];

const body = fc.oneof(
  fc.jsonValue().map((value) => new TextEncoder().encode(JSON.stringify(value))),
  fc.constant(new TextEncoder().encode('{"a":{"__proto__":{"x":1}},"constructor":{"prototype":1}}')),
  fc.uint8Array({ maxLength: 60 }),
);

/** Letters of any kind. */
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

/** Letters of any kind, with job types of any kind. */
export const request: fc.Arbitrary<InspectRequest> = fc
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
