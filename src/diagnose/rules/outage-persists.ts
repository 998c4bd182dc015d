import type { ParsedFailure } from '../../core/failure.ts';
import { isBareFetch, outageOf } from '../outage.ts';
import { failureFact, type Rule } from '../rule.ts';

/** A passing outage that has not passed after so many attempts is none. */
const MANY_ATTEMPTS = 12;
/** A name that does not exist rarely comes to exist. */
const MANY_LOOKUPS = 8;
/** Inside a container nobody else listens on the loopback address: a setting is missing. */
const MANY_LOOPBACKS = 6;

/** An outage that looks transient and is not. */
export const outagePersists: Rule = {
  name: 'outage-persists',
  why: 'The same failure over many attempts is a setting, a name or a service that is gone, not a moment\'s outage.',
  source: 'Own numbers, above the 3 to 10 attempts that jobs usually get.',
  examples: {
    for: [
      { shows: 'a name that never resolves', stack: 'Error: getaddrinfo ENOTFOUND reports-webserver', attempts: 12 },
      { shows: 'the loopback address inside a container', stack: 'Error: connect ECONNREFUSED 127.0.0.1:5432', attempts: 9 },
      { shows: 'forty attempts', stack: 'Error: read ECONNRESET', attempts: 40 },
    ],
    against: [
      { shows: 'five attempts', stack: 'Error: connect ECONNREFUSED 127.0.0.1:5432', attempts: 5 },
      { shows: 'ten attempts at another host', stack: 'Error: connect ECONNREFUSED 10.0.0.7:5432', attempts: 10 },
    ],
  },
  match({ failure, letter }) {
    const outage = outageOf(failure)?.what ?? (isBareFetch(failure) ? 'a request failed' : undefined);
    if (outage === undefined || letter.attempts < limitOf(failure)) return undefined;
    return {
      cause: 'defect',
      rule: 'outage-persists',
      why: `In ${letter.attempts} attempts ${outage}; that is a setting or a service that is gone, not an outage that passes.`,
      evidence: [failureFact(failure), { source: 'broker', fact: `${letter.attempts} attempts` }],
      confidence: 'likely',
    };
  },
};

function limitOf({ code, details }: ParsedFailure): number {
  if (code === 'ENOTFOUND') return MANY_LOOKUPS;
  return code === 'ECONNREFUSED' && isLoopback(details['address'] ?? '') ? MANY_LOOPBACKS : MANY_ATTEMPTS;
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address.startsWith('::1') || address.startsWith('localhost');
}
