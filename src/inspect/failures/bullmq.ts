import type { FailureText } from '../failure-text.ts';
import { knownDetails, type Recognition } from './recogniser.ts';
import { VALIDATOR_RECOGNISERS } from './validators.ts';

const STALLED = 'job stalled more than allowable limit';

/** The key of a child holds its queue and its id, which are all that tells two such failures apart. */
const CHILD_FAILED = /^child [^\n]{1,1000} failed$/;

/**
 * BullMQ's own failures: a job that stalled, a parent whose child failed, and an error that the worker declared final. The detail `validator` names
 * the library whose complaint the final error repeats.
 */
export function recogniseBullmq(text: FailureText): Recognition | undefined {
  if (text.message === STALLED) return { library: 'bullmq', code: 'STALLED' };
  if (text.errorClass !== 'UnrecoverableError') return undefined;
  if (CHILD_FAILED.test(text.message)) return { library: 'bullmq', code: 'CHILD_FAILED', template: 'child <id> failed' };
  return { library: 'bullmq', code: 'UNRECOVERABLE', details: knownDetails({ validator: validatorOf(text) }) };
}

function validatorOf(text: FailureText): string | undefined {
  const inner = { ...text, errorClass: '' };
  return VALIDATOR_RECOGNISERS.map((recogniser) => recogniser(inner)?.library).find((library) => library !== undefined);
}
