import type { ParsedFailure } from '../core/failure.ts';

const VALIDATORS = new Set(['zod', 'ajv', 'joi', 'yup', 'valibot', 'class-validator']);

/** True where a validation library's own words show that the worker refused data and did not come to act on it. */
export function isValidatorRefusal({ library, details }: ParsedFailure): boolean {
  return VALIDATORS.has(library) || VALIDATORS.has(details['validator'] ?? '');
}
