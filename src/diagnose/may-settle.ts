import type { InspectedLetter } from '../core/inspected-letter.ts';
import { passesSchema } from './passes-schema.ts';
import type { RuleContext } from './rule.ts';

/**
 * True where what the other side says may count as the end of the letter: the payload passes its schema, the business
 * database does not contradict, and the words are not those of a failure around several requests.
 */
export function maySettle(letter: InspectedLetter, { answer }: RuleContext): boolean {
  const contradicted = answer?.fulfilment === 'no' || answer?.fulfilment === 'in-progress';
  return !contradicted && letter.failure.details['wrapped'] === undefined && passesSchema(letter);
}
