import type { FailureText } from '../failure-text.ts';
import type { Recognition } from './recogniser.ts';

/** Sentences of class-validator, as NestJS joins them: `property debug should not exist, silent must be a boolean value`. */
const COMPLAINT =
  /(?:^|[:,] )(?:property \S{1,200} should not exist|(?:each value in )?[\w.]{1,200} (?:should not be (?:empty|null or undefined)|must be (?:a (?:boolean value|string|UUID)|an? (?:array|object|integer number|email)|a number conforming|one of the following values|longer than|shorter than|a valid)))/;
const INSTANCE = 'An instance of ';

/** class-validator, alone or behind a validation pipe of NestJS. */
export function recogniseClassValidator({ errorClass, message }: FailureText): Recognition | undefined {
  const alone = message.startsWith(INSTANCE) && message.slice(0, 256).includes(' has failed the validation:');
  return alone || (errorClass === 'BadRequestException' && COMPLAINT.test(message)) ? { library: 'class-validator' } : undefined;
}
