import type { RawLetter } from '../core/dead-letter.ts';
import type { InspectedLetter } from '../core/inspected-letter.ts';
import type { JobType } from '../core/job-type.ts';
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
  const questions = requests.map(({ raw, round, jobType }) => ({ letter: toDeadLetter(raw, round), jobType }));
  const checks = await checkSchemas(questions, limits.validatorMilliseconds);
  return questions.map(({ letter, jobType }, index) => {
    const failure = parseFailure(letter.failure);
    const schemaCheck = checks[index] ?? { kind: 'unchecked', why: 'it was not checked' };
    return { letter, jobType, failure, schemaCheck, signatures: sign({ name: letter.name, failure, schemaCheck, payload: letter.payload }) };
  });
}
