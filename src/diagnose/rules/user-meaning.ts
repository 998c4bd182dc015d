import type { Diagnosis } from '../../core/diagnosis.ts';
import { passesSchema } from '../passes-schema.ts';
import { failureFact, type Rule } from '../rule.ts';
import { uncertainAttempt } from '../uncertain-attempt.ts';
import { namedError } from '../user-error.ts';

/** An error that the user declared transient or a defect. */
export const userMeaning: Rule = {
  name: 'user-meaning',
  why: 'The application knows its own errors better than any pattern. Still, what can not pass its schema is not merely retried, and where the job acts outside every attempt counts.',
  source: '`errors` in the configuration.',
  examples: {
    for: [
      { shows: 'a transient class', stack: 'UpstreamBusy: try later', reason: 'try later', errors: { UpstreamBusy: 'transient' } },
      { shows: 'a transient class of a job that acts outside', stack: 'UpstreamBusy: try later', reason: 'try later', errors: { UpstreamBusy: 'transient' }, effects: 'external', cause: 'transient' },
      { shows: 'a code that is a defect', stack: 'Error: connect ECONNREFUSED 10.0.0.7:80', errors: { ECONNREFUSED: 'defect' } },
    ],
    against: [
      { shows: 'a transient class after an attempt that timed out outside', stack: 'UpstreamBusy: try later', reason: 'try later', earlier: ['AxiosError: timeout of 3000ms exceeded'], errors: { UpstreamBusy: 'transient' }, effects: 'external' },
      { shows: 'a transient class and a payload that the schema refuses', stack: 'UpstreamBusy: try later', reason: 'try later', errors: { UpstreamBusy: 'transient' }, refused: [['/id', 'type']] },
      { shows: 'a transient class and a body that is not JSON', stack: 'UpstreamBusy: try later', reason: 'try later', errors: { UpstreamBusy: 'transient' }, body: 'x=1' },
    ],
  },
  match(letter, context) {
    const named = namedError(letter.failure, context.policy);
    if (named === undefined || named.meaning === 'hopeless') return undefined;
    const { failure } = letter;
    const evidence = [failureFact(failure), { source: 'policy', fact: `errors: ${named.name} is ${named.meaning}` }];
    const why = `The configuration says that ${named.name} is ${named.meaning === 'defect' ? 'a defect' : 'transient'}.`;
    if (named.meaning === 'defect') return { cause: 'defect', rule: 'user-meaning', why, evidence, confidence: 'certain' };
    if (!passesSchema(letter) || uncertainAttempt(letter, context) !== undefined) return undefined;
    const waiting: Pick<Diagnosis, 'retryAfterMilliseconds'> = failure.retryAfterMilliseconds === undefined ? {} : { retryAfterMilliseconds: failure.retryAfterMilliseconds };
    return { cause: 'transient', rule: 'user-meaning', why, evidence, confidence: 'likely', ...waiting };
  },
};
