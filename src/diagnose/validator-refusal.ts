import type { ParsedFailure } from '../core/failure.ts';

const VALIDATORS = new Set([
  'zod', 'ajv', 'joi', 'yup', 'valibot', 'class-validator', 'pydantic', 'protobufjs', 'arktype', 'superstruct', 'effect', 'io-ts', 'typebox', 'jsonschema', 'graphql',
]);

/** Words before the complaint, or in a function's name, that say that an answer was judged and not the payload: by then the worker had asked somebody. */
const OF_AN_ANSWER = /(?:^|[\s:(])(?:response|responses|reply|answer|returned|upstream|callback|output|result|results)(?=[\s:,.)]|$)/i;
const READS_ANSWER = /response|reply|(?:[a-z]|^)result|output/i;
/** Where the words of the application end at the latest. */
const COMPLAINT_BEGINS = /[[{"'`✖×]/;
const LEADING_CHARACTERS = 120;

/** True where a validation library's own words show that the worker refused data and did not come to act on it. */
export function isValidatorRefusal({ library, details, message, ownFrames }: ParsedFailure): boolean {
  if (!VALIDATORS.has(library) && !VALIDATORS.has(details['validator'] ?? '')) return false;
  const leading = message.slice(0, LEADING_CHARACTERS).split(COMPLAINT_BEGINS)[0] ?? '';
  return !OF_AN_ANSWER.test(leading) && !ownFrames.slice(0, 2).some((frame) => READS_ANSWER.test(frame.split('@')[0] ?? ''));
}
