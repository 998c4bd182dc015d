import { messageOf } from '../core/errors.ts';
import type { DeadLetter } from '../core/dead-letter.ts';
import type { SchemaCheck } from '../core/inspected-letter.ts';
import type { JobType } from '../core/job-type.ts';
import type { Json } from '../core/json.ts';
import type { PayloadSchema } from '../core/payload-schema.ts';

/**
 * Asks the user's schema about a payload. Never rejects and never hangs: a validator that throws, or that has not
 * answered after `milliseconds`, gives `failed`.
 */
export async function checkSchema(letter: DeadLetter, jobType: JobType, milliseconds: number): Promise<SchemaCheck> {
  if (letter.oversize !== undefined) return { kind: 'unchecked', why: `the body of ${letter.oversize} bytes is above the reading limit and was not loaded` };
  if (letter.payload === undefined) return { kind: 'unchecked', why: 'the body is not JSON' };
  if (jobType.schema === undefined) return { kind: 'unchecked', why: 'the job type has no schema' };
  return await withinLimit(validate(jobType.schema, letter.payload), milliseconds);
}

async function validate(schema: PayloadSchema, payload: Json): Promise<SchemaCheck> {
  try {
    const validation = await schema.validate(payload);
    return validation.valid ? { kind: 'valid' } : { kind: 'invalid', issues: validation.issues };
  } catch (error) {
    return { kind: 'failed', problem: messageOf(error) };
  }
}

async function withinLimit(check: Promise<SchemaCheck>, milliseconds: number): Promise<SchemaCheck> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<SchemaCheck>((resolve) => {
    timer = setTimeout(resolve, milliseconds, { kind: 'failed', problem: `the validator did not answer within ${milliseconds} ms` });
  });
  try {
    return await Promise.race([check, limit]);
  } finally {
    clearTimeout(timer);
  }
}
