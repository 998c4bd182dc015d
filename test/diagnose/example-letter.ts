import type { FailureReport } from '../../src/core/dead-letter.ts';
import type { Fulfilment } from '../../src/core/fulfilment.ts';
import type { InspectedLetter } from '../../src/core/inspected-letter.ts';
import type { JobType } from '../../src/core/job-type.ts';
import type { PayloadSchema, SchemaIssue } from '../../src/core/payload-schema.ts';
import { DEFAULT_POLICY } from '../../src/core/policy.ts';
import { jsonTypeOf, type Json } from '../../src/core/json.ts';
import { valueAt } from '../../src/core/json-pointer.ts';
import type { DiagnoseContext } from '../../src/diagnose/diagnose.ts';
import type { RuleContext, RuleExample } from '../../src/diagnose/rule.ts';
import { inspect } from '../../src/inspect/inspect.ts';

const NOW = new Date('2026-03-04T03:15:00.000Z');

const OWN_FRAME = '\n    at InvoiceProcessor.process (/app/dist/workers/invoice.processor.js:41:19)';

/** Builds the letter of an example with the real parser, so that examples and parser can't drift apart. */
export async function letterOf(example: RuleExample): Promise<InspectedLetter> {
  const [letter] = await inspect([
    {
      round: 0,
      jobType: jobTypeOf(example),
      raw: {
        queue: example.queue ?? 'invoices',
        messageId: '42',
        epoch: '1',
        broker: 'bullmq',
        name: example.name ?? 'parse-invoice',
        body: new TextEncoder().encode(example.body ?? JSON.stringify(example.payload === undefined ? { id: 'x-1' } : example.payload)),
        headers: example.headers ?? {},
        failure: failureOf(example),
        attempts: example.attempts ?? 5,
        ...(example.unclear === undefined ? {} : { unclear: example.unclear }),
        enqueuedAt: NOW,
      },
    },
  ]);
  if (letter === undefined) throw new Error('inspect returned nothing');
  return letter;
}

function failureOf({ earlier = [], stack, reason }: RuleExample): FailureReport {
  return { reason: reason ?? messageIn(stack ?? ''), stack: [...earlier, ...(stack === undefined ? [] : [stack])].map(withFrames), at: NOW };
}

export function ruleContextOf(example: RuleExample): RuleContext {
  const policy = { ...DEFAULT_POLICY, errors: example.errors ?? {} };
  return example.fulfilment === undefined ? { policy, now: NOW } : { policy, now: NOW, answer: { fulfilment: example.fulfilment } };
}

/** A context whose business database answers every question alike, and that records what it was asked. */
export function diagnoseContextOf(example: RuleExample, asked: string[][] = []): DiagnoseContext {
  const fulfilment: Fulfilment = example.fulfilment ?? 'unknown';
  return {
    ...ruleContextOf(example),
    askFulfilment: async (questions) => {
      asked.push(questions.map(({ letter }) => letter.id));
      return new Map(questions.map(({ letter }) => [letter.id, { fulfilment }]));
    },
  };
}

function jobTypeOf(example: RuleExample): JobType {
  const { idempotencyKey, schema } = example;
  return {
    effects: example.effects ?? 'database',
    protect: example.protect ?? [],
    freeText: [],
    tidy: [],
    fill: {},
    revision: '1',
    ...(schema === 'absent' ? {} : { schema: schemaOf(example) }),
    ...(example.hook === true ? { fulfilled: () => false } : {}),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey: () => idempotencyKey }),
  };
}

function schemaOf({ refused = [], schema, jsonSchema, expected = {} }: RuleExample): PayloadSchema {
  return {
    kind: 'example',
    jsonSchema,
    validate: async (payload) => {
      if (schema === 'throws') throw new Error('the validator threw');
      return refused.length === 0 ? { valid: true } : { valid: false, issues: refused.map(([pointer, code]) => issue(payload, pointer, code, expected[pointer])) };
    },
  };
}

function issue(payload: Json, pointer: string, code: SchemaIssue['code'], expected = ''): SchemaIssue {
  return { pointer, code, expected, received: jsonTypeOf(valueAt(payload, pointer)), message: 'refused' };
}

function withFrames(stack: string): string {
  return stack.includes('\n    at ') ? stack : stack + OWN_FRAME;
}

/** The message of a stack: what stands between the class and the first frame. */
function messageIn(stack: string): string {
  const [head = ''] = stack.split('\n    at ');
  const colon = head.indexOf(': ');
  return colon < 0 ? head : head.slice(colon + 2);
}
