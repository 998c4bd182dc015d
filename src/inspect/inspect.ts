import type { DeadLetter, RawLetter } from '../core/dead-letter.ts';
import type { InspectedLetter } from '../core/inspected-letter.ts';
import type { ParsedFailure } from '../core/failure.ts';
import type { JobType } from '../core/job-type.ts';
import type { RedactorFor } from '../core/redactor.ts';
import { toDeadLetter } from '../core/to-dead-letter.ts';
import { checkSchemas } from './check-schema.ts';
import { parseFailure } from './parse-failure.ts';
import { sign } from './sign.ts';

/** A letter to inspect. */
export interface InspectRequest {
  readonly raw: RawLetter;
  /** How often mendq has replayed this message before this death. */
  readonly round: number;
  readonly jobType: JobType;
  /** Where given, the templates that people read tell nothing that stands at a redacted place. */
  readonly redactorFor?: RedactorFor;
}

/** How long a validator of the user's may take for one payload, in milliseconds. */
export interface InspectLimits {
  readonly validatorMilliseconds: number;
}

/** Validators that run at the same time; async ones may ask a database. */
const CONCURRENCY = 16;
/** Above the time limit that the schema readers keep themselves, so that theirs, which says more, comes first. */
const DEFAULT_LIMITS: InspectLimits = { validatorMilliseconds: 60_000 };

/**
 * Normalises letters, parses their failures, asks their schemas and signs them. Results stand at the index of their
 * request. One bad letter never fails its batch: what can't be read or checked is said in the result.
 */
export async function inspect(requests: readonly InspectRequest[], limits: InspectLimits = DEFAULT_LIMITS): Promise<readonly InspectedLetter[]> {
  const inspected: InspectedLetter[] = [];
  for (let start = 0; start < requests.length; start += CONCURRENCY) {
    inspected.push(...(await inspectTogether(requests.slice(start, start + CONCURRENCY), limits)));
  }
  return inspected;
}

async function inspectTogether(requests: readonly InspectRequest[], limits: InspectLimits): Promise<InspectedLetter[]> {
  const questions = requests.map(({ raw, round, jobType, redactorFor }) => ({ letter: toDeadLetter(raw, round), jobType, redactorFor }));
  const checks = await checkSchemas(questions, limits.validatorMilliseconds);
  return questions.map(({ letter, jobType, redactorFor }, index) => {
    const failure = parseFailure(letter.failure);
    const schemaCheck = checks[index] ?? { kind: 'unchecked', why: 'it was not checked' };
    const signatures = sign({ name: letter.name, failure, schemaCheck, payload: letter.payload });
    return { letter, jobType, failure: redactorFor === undefined ? failure : withDiscreetTemplates(failure, letter, redactorFor), schemaCheck, signatures };
  });
}

/**
 * The failure with templates made of a report without secrets: masking a message first may leave a part of a secret that
 * nobody recognises any more. The kind is signed before, so that hiding more sorts no letter otherwise.
 */
function withDiscreetTemplates(failure: ParsedFailure, letter: DeadLetter, redactorFor: RedactorFor): ParsedFailure {
  const { text } = redactorFor(letter);
  const report = { ...letter.failure, reason: text(letter.failure.reason), stack: letter.failure.stack.map(text) };
  if (report.reason === letter.failure.reason && report.stack.every((stack, index) => stack === letter.failure.stack[index])) return failure;
  const { template } = parseFailure(report);
  const earlier = failure.earlier?.map((attempt) => ({ ...attempt, template: '' }));
  return { ...failure, template, ...(earlier === undefined ? {} : { earlier }) };
}
