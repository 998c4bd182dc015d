import type { ParsedFailure } from '../core/failure.ts';
import type { InspectedLetter } from '../core/inspected-letter.ts';
import { isBareFetch, isSafeToRepeat, outageOf } from './outage.ts';
import type { RuleContext } from './rule.ts';
import { namedError } from './user-error.ts';
import { safeRepetition } from './safe-repetition.ts';
import { isValidatorRefusal } from './validator-refusal.ts';

/** 408 and 499 say that the other side waited in vain, 409 that something was there already. */
const NOT_REFUSED = new Set([408, 409, 499]);

/**
 * The newest attempt that may have acted outside before it failed, so that a replay could do it twice. `undefined`
 * where the job does not act outside, the business database says that nothing was done, or every recorded attempt
 * shows that it was refused before it acted or can be repeated without acting twice.
 */
export function uncertainAttempt(letter: InspectedLetter, context: RuleContext): ParsedFailure | undefined {
  const { failure, jobType } = letter;
  if (jobType.effects !== 'external' || context.answer?.fulfilment === 'no') return undefined;
  return [failure, ...(failure.earlier ?? [])].find((attempt) => !showsNoEffect(letter, attempt, context));
}

function showsNoEffect(letter: InspectedLetter, attempt: ParsedFailure, { policy, now }: RuleContext): boolean {
  if (isSafeToRepeat(attempt) || isValidatorRefusal(attempt) || isRefusedRequest(attempt)) return true;
  if ((outageOf(attempt) !== undefined || isBareFetch(attempt)) && safeRepetition(letter, attempt, now) !== undefined) return true;
  // The user's word tells what an error of the application means, not whether a cut connection came too late.
  return namedError(attempt, policy)?.meaning === 'transient' && outageOf(attempt) === undefined && !isBareFetch(attempt);
}

function isRefusedRequest({ httpStatus = 0, details }: ParsedFailure): boolean {
  return details['wrapped'] === undefined && details['byWorker'] === undefined && httpStatus >= 400 && httpStatus < 500 && !NOT_REFUSED.has(httpStatus);
}
