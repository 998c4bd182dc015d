import type { Rule } from './rule.ts';
import { namedError } from './user-error.ts';

/** The rule, which leaves alone what the user's own `errors` names: the application knows better what its errors mean. */
export function heedingUser(rule: Rule): Rule {
  return { ...rule, match: (letter, context) => (namedError(letter.failure, context.policy) === undefined ? rule.match(letter, context) : undefined) };
}
