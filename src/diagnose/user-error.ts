import type { ParsedFailure } from '../core/failure.ts';
import type { ErrorMeaning } from '../core/job-type.ts';
import type { Policy } from '../core/policy.ts';

/** A name of the user's `errors` map that the failure carries, with its meaning. */
export interface NamedError {
  readonly name: string;
  readonly meaning: ErrorMeaning;
}

/** Looks the failure's class up in the user's map, then its code and its HTTP status. */
export function namedError({ errorClass, code, httpStatus }: ParsedFailure, { errors }: Policy): NamedError | undefined {
  const name = [errorClass, code, httpStatus?.toString()].find((candidate) => candidate !== undefined && Object.hasOwn(errors, candidate));
  const meaning = name === undefined ? undefined : errors[name];
  return name === undefined || meaning === undefined ? undefined : { name, meaning };
}
