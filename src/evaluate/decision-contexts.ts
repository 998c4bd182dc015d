import { checkErrors } from '../config/check-config.ts';
import { readJobTypes, type JobDefinitions } from '../config/job-types.ts';
import { redactionOf } from '../config/redaction.ts';
import type { Clock } from '../core/clock.ts';
import { messageOf } from '../core/errors.ts';
import { sha256 } from '../core/hash.ts';
import { DEFAULT_POLICY, type Policy } from '../core/policy.ts';
import { createAskFulfilment } from '../guard/guard.ts';
import type { DecisionContext } from '../pass/pass-context.ts';
import { badLetter, type LocatedLetter } from './located-letter.ts';

/** Job types that are kept: many letters share one, and reading a schema costs more than a decision. */
const MOST_KEPT = 1000;

/** Gives what deciding a letter needs, the same for all letters of one job type. */
export interface DecisionContexts {
  /** Rejects with `MENDQ_E_USAGE`, naming the letter's place, where its schema, policy or errors can't be used. */
  of(located: LocatedLetter): Promise<DecisionContext>;
}

/** Makes the contexts of letters that bring their job type along: nothing was done before, and no business database is there to be asked. */
export function createDecisionContexts(clock: Clock): DecisionContexts {
  const kept = new Map<string, DecisionContext>();
  return {
    of: async (located) => {
      const key = keyOf(located);
      const known = kept.get(key);
      const context = known ?? (await openContext(located, clock));
      // Set anew, so that the first of the map is the one whose last use is longest ago.
      kept.delete(key);
      kept.set(key, context);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return context;
    },
  };
}

function keyOf({ letter: { queue, jobName, schema = null, policy = {}, errors = {} }, where }: LocatedLetter): string {
  try {
    return sha256(JSON.stringify([queue, jobName, schema, policy, errors]));
  } catch {
    throw badLetter(where, 'its schema, policy or errors are nested too deeply');
  }
}

async function openContext({ letter, where }: LocatedLetter, clock: Clock): Promise<DecisionContext> {
  const { queue, jobName, schema, policy: options = {}, errors = {} } = letter;
  const policy: Policy = { ...DEFAULT_POLICY, errors };
  const jobType = { ...options, ...(schema === undefined || schema === null ? {} : { schema }) };
  // fromEntries defines members, so that a job of the name __proto__ is one of them.
  const definition: JobDefinitions = { name: queue, jobs: Object.fromEntries([[jobName, jobType]]) };
  try {
    checkErrors(errors);
    const jobTypeOf = await readJobTypes([definition], policy, clock);
    const redactorFor = redactionOf({ queues: [definition] });
    const askFulfilment = createAskFulfilment({ jobTypeOf, redactorFor, hookTimeout: policy.hookTimeout, clock });
    return { jobTypeOf, redactorFor, askFulfilment, policy, clock, ledger: { remedies: async () => [] } };
  } catch (error) {
    throw badLetter(where, messageOf(error), { cause: error });
  }
}
