import { failureFact, type Rule } from '../rule.ts';
import { isValidatorRefusal } from '../validator-refusal.ts';

/** A worker that refuses what the configured schema admits. */
export const schemaDrift: Rule = {
  name: 'schema-drift',
  why: 'Worker and configuration judge by different schemas, or the worker validates something else than the payload: no repair by the one satisfies the other.',
  source: 'Own rule.',
  examples: {
    for: [{ shows: 'a ZodError over a payload that passes', stack: 'ZodError: [{"code":"invalid_type","expected":"string","path":["orderId"],"message":"Required"}]' }],
    against: [
      { shows: 'a payload that the schema refuses too', stack: 'ZodError: [{"code":"invalid_type","expected":"string","path":["orderId"],"message":"Required"}]', refused: [['/orderId', 'missing']] },
      { shows: 'a job type without a schema', stack: 'ZodError: [{"code":"invalid_type","expected":"string","path":["orderId"],"message":"Required"}]', schema: 'absent' },
    ],
  },
  match({ failure, schemaCheck }) {
    if (!isValidatorRefusal(failure) || schemaCheck.kind !== 'valid') return undefined;
    return {
      cause: 'defect',
      rule: 'schema-drift',
      why: 'The worker refused data that passes the configured schema; one of the two schemas has to follow the other.',
      evidence: [failureFact(failure), { source: 'schema', fact: 'the payload passes' }],
      confidence: 'likely',
    };
  },
};
