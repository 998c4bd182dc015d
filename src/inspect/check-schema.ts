import type { DeadLetter } from '../core/dead-letter.ts';
import { messageOf } from '../core/errors.ts';
import type { SchemaCheck } from '../core/inspected-letter.ts';
import type { JobType } from '../core/job-type.ts';
import type { Json } from '../core/json.ts';
import type { PayloadSchema, Validation } from '../core/payload-schema.ts';

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
  const checks = questions.map(checkSchema);
  // Validators without code of the user's have answered by now; only for the others is it worth to start a timer.
  return checks.some((check) => check instanceof Promise) ? withinTime(checks, milliseconds) : (checks as readonly SchemaCheck[]);
}

async function withinTime(checks: readonly (SchemaCheck | Promise<SchemaCheck>)[], milliseconds: number): Promise<readonly SchemaCheck[]> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<SchemaCheck>((resolve) => {
    timer = setTimeout(resolve, milliseconds, { kind: 'failed', problem: `the validator did not answer within ${milliseconds} ms` });
  });
  const answers = await Promise.all(checks.map((check) => Promise.race([check, limit])));
  clearTimeout(timer);
  return answers;
}

function checkSchema({ letter, jobType: { schema } }: SchemaQuestion): SchemaCheck | Promise<SchemaCheck> {
  if (letter.oversize !== undefined) return { kind: 'unchecked', why: `the body of ${letter.oversize} bytes is above the reading limit and was not loaded` };
  if (letter.payload === undefined) return { kind: 'unchecked', why: 'the body is not JSON' };
  if (schema === undefined) return { kind: 'unchecked', why: 'the job type has no schema' };
  return schema.validateNow === undefined ? validate(schema, letter.payload) : validateNow(schema.validateNow, letter.payload);
}

async function validate(schema: PayloadSchema, payload: Json): Promise<SchemaCheck> {
  try {
    return toCheck(await schema.validate(payload));
  } catch (error) {
    return { kind: 'failed', problem: messageOf(error) };
  }
}

function validateNow(ask: NonNullable<PayloadSchema['validateNow']>, payload: Json): SchemaCheck {
  try {
    return toCheck(ask(payload));
  } catch (error) {
    return { kind: 'failed', problem: messageOf(error) };
  }
}

function toCheck(validation: Validation): SchemaCheck {
  return validation.valid ? { kind: 'valid' } : { kind: 'invalid', issues: validation.issues };
}
