import type { JSONSchema7 } from '@ai-sdk/provider';

import { MAX_EVIDENCE, MAX_PROGRAMS, MODEL_VERDICTS } from '../core/model-answer.ts';
import { MAX_OPERATIONS } from '../core/operation.ts';

/**
 * The form of an answer, for providers that hold a model to a JSON Schema. Flat, every member required and none optional,
 * because that is what all of them enforce; evidence stands before the verdict, so that it is written before it. Bounds of
 * texts are left out: some providers refuse a schema that has them, and `readAnswer` holds them anyway.
 */
export function answerSchema(operations: readonly string[]): JSONSchema7 {
  const operation: JSONSchema7 = operations.length === 0 ? { type: 'string' } : { type: 'string', enum: [...operations] };
  return object({
    evidence: { type: 'array', maxItems: MAX_EVIDENCE, items: { type: 'string' }, description: 'Short statements that the question supports' },
    explanation: { type: 'string', description: 'The cause in one or two sentences' },
    verdict: { type: 'string', enum: [...MODEL_VERDICTS] },
    programs: {
      type: 'array',
      maxItems: MAX_PROGRAMS,
      description: `At most ${MAX_PROGRAMS} candidates, the likeliest first; empty unless the verdict is repair`,
      items: object({
        operations: {
          type: 'array',
          maxItems: MAX_OPERATIONS,
          items: object({ operation, path: { type: 'string' }, argument: { type: ['string', 'null'] } }),
        },
      }),
    },
  });
}

/** The same in words, for models whose provider passes no schema on. */
export function answerForm(operations: readonly string[]): string {
  return `Answer with one JSON object and nothing else. It conforms to this JSON Schema:\n${JSON.stringify(answerSchema(operations))}`;
}

function object(properties: Record<string, JSONSchema7>): JSONSchema7 {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
