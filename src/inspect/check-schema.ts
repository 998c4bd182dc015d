import type { DeadLetter } from '../core/dead-letter.ts';
import { messageOf } from '../core/errors.ts';
import type { SchemaCheck } from '../core/inspected-letter.ts';
import type { JobType } from '../core/job-type.ts';
import type { Json } from '../core/json.ts';
import type { PayloadSchema } from '../core/payload-schema.ts';

/** A letter whose payload is to be checked, with what is configured for it. */
export interface SchemaQuestion {
  readonly letter: DeadLetter;
  readonly jobType: JobType;
}

/**
 * Asks the users' schemas about payloads, all at the same time. Never rejects and never hangs: a validator that throws,
 * or that has not answered after `milliseconds`, gives `failed`. Checks stand at the index of their question.
 */
export async function checkSchemas(questions: readonly SchemaQuestion[], milliseconds: number): Promise<readonly SchemaCheck[]> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<SchemaCheck>((resolve) => {
    timer = setTimeout(resolve, milliseconds, { kind: 'failed', problem: `the validator did not answer within ${milliseconds} ms` });
  });
  const checks = await Promise.all(questions.map((question) => Promise.race([checkSchema(question), limit])));
  clearTimeout(timer);
  return checks;
}

async function checkSchema({ letter, jobType }: SchemaQuestion): Promise<SchemaCheck> {
  if (letter.oversize !== undefined) return { kind: 'unchecked', why: `the body of ${letter.oversize} bytes is above the reading limit and was not loaded` };
  if (letter.payload === undefined) return { kind: 'unchecked', why: 'the body is not JSON' };
  return jobType.schema === undefined ? { kind: 'unchecked', why: 'the job type has no schema' } : await validate(jobType.schema, letter.payload);
}

async function validate(schema: PayloadSchema, payload: Json): Promise<SchemaCheck> {
  try {
    const validation = await schema.validate(payload);
    return validation.valid ? { kind: 'valid' } : { kind: 'invalid', issues: validation.issues };
  } catch (error) {
    return { kind: 'failed', problem: messageOf(error) };
  }
}
