import { failureFact, type Rule } from '../rule.ts';

/** Bull, BullMQ wrappers, NestJS, Kafka consumers and their like, about a job that nobody takes. */
const MISSING =
  /^(?:No (?:BullMQ |job |queue |message |event |task )?(?:processor|handler|consumer|worker)s? (?:was |is |were )?(?:registered|found|defined|configured)? ?(?:for|to handle)\b|Missing process handler for job type |(?:Processor|Handler|Job handler) (?:not found|missing) (?:for|:)|Unknown (?:job|task|message|event) (?:name|type)\b|Unsupported (?:job|message|event) type\b|No matching handler\b)/i;

/** A job whose name no worker knows. */
export const handlerMissing: Rule = {
  name: 'handler-missing',
  why: 'The producer is newer than the worker, or a worker listens that should not: a deployment brings the handler, a replay before it fails again.',
  source: 'Bull: "Missing process handler for job type"; the words of dispatchers that applications build on BullMQ.',
  examples: {
    for: [
      { shows: 'BullMQ', stack: 'Error: No BullMQ processor registered for job: response-pipeline-v2' },
      { shows: 'Bull', stack: 'Error: Missing process handler for job type render' },
      { shows: 'an application', stack: 'Error: Unknown job name: render-v2' },
    ],
    against: [
      { shows: 'a handler that failed', stack: 'Error: handler for job render failed' },
      { shows: 'something else that is unknown', stack: 'Error: Unknown customer' },
    ],
  },
  match({ failure }) {
    if (!MISSING.test(failure.message)) return undefined;
    return {
      cause: 'defect',
      rule: 'handler-missing',
      why: 'The worker has no code for jobs of this name; a deployment is missing, or a wrong worker listens.',
      evidence: [failureFact(failure)],
      confidence: 'likely',
    };
  },
};
