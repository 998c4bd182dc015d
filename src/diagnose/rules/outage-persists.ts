import type { ParsedFailure } from '../../core/failure.ts';
import { isBareFetch, outageOf } from '../outage.ts';
import { failureFact, type Rule } from '../rule.ts';

/** A passing outage that has not passed after so many attempts is none. */
const MANY_ATTEMPTS = 12;
/** A name that does not exist rarely comes to exist. */
const MANY_LOOKUPS = 8;
/** Inside a container nobody else listens on the loopback address: a setting is missing. */
const MANY_LOOPBACKS = 6;
/** The same at the ports of PostgreSQL, MySQL, Redis, MongoDB and RabbitMQ: what a client asks where it was told nothing. */
const MANY_DEFAULT_PORTS = 4;
const DEFAULT_PORT = /:(?:5432|3306|6379|27017|5672)$/;
/** A name without a dot is one of a compose file or a cluster: another network does not know it, and waiting teaches it nothing. */
const MANY_SHORT_NAMES = 3;
/** Name servers of containers answer so for names that they do not know as well as when they are busy. */
const MANY_BUSY_SHORT_NAMES = 6;
/** What stands in the place of a host where a setting is missing. */
const NO_HOST = new Set(['undefined', 'null', 'nan', 'http', 'https', 'host', 'hostname', '[object', 'your-host', 'changeme']);

/** An outage that looks transient and is not. */
export const outagePersists: Rule = {
  name: 'outage-persists',
  why: 'The same failure over many attempts is a setting, a name or a service that is gone, not a moment\'s outage; fewer attempts show it where the address itself is one that only a setting brings about.',
  source: 'Own numbers, above the 3 to 10 attempts that jobs usually get; node prints the host that was looked up and the address that refused.',
  examples: {
    for: [
      { shows: 'a name that never resolves', stack: 'Error: getaddrinfo ENOTFOUND reports.example.com', attempts: 9 },
      { shows: 'a name of a compose file', stack: 'Error: getaddrinfo ENOTFOUND reports-webserver', attempts: 3 },
      { shows: 'the same where the name server only says to try again', stack: 'Error: getaddrinfo EAI_AGAIN postgres', attempts: 6 },
      { shows: 'no host at all', stack: 'Error: getaddrinfo ENOTFOUND undefined', attempts: 1 },
      { shows: 'the loopback address inside a container', stack: 'Error: connect ECONNREFUSED 127.0.0.1:8080', attempts: 9 },
      { shows: 'a database looked for where clients look by themselves', stack: 'Error: connect ECONNREFUSED 127.0.0.1:5432', attempts: 5 },
      { shows: 'forty attempts', stack: 'Error: read ECONNRESET', attempts: 40 },
    ],
    against: [
      { shows: 'a first attempt at the loopback address', stack: 'Error: connect ECONNREFUSED 127.0.0.1:5432', attempts: 1 },
      { shows: 'five attempts at a port that somebody chose', stack: 'Error: connect ECONNREFUSED 127.0.0.1:8080', attempts: 5 },
      { shows: 'ten attempts at another host', stack: 'Error: connect ECONNREFUSED 10.0.0.7:5432', attempts: 10 },
      { shows: 'a name server that was busy for a moment', stack: 'Error: getaddrinfo EAI_AGAIN fx.example.com', attempts: 6 },
    ],
  },
  match({ failure, letter }) {
    const outage = outageOf(failure)?.what ?? (isBareFetch(failure) ? 'a request failed' : undefined);
    if (outage === undefined || letter.attempts < limitOf(failure)) return undefined;
    return {
      cause: 'defect',
      rule: 'outage-persists',
      why: `In ${letter.attempts} ${letter.attempts === 1 ? 'attempt' : 'attempts'} ${outage}; that is a setting or a service that is gone, not an outage that passes.`,
      evidence: [failureFact(failure), { source: 'broker', fact: `${letter.attempts} attempts` }],
      confidence: 'likely',
    };
  },
};

function limitOf({ code, details }: ParsedFailure): number {
  const host = (details['address'] ?? '').toLowerCase();
  if (code === 'ECONNREFUSED' && isLoopback(host)) return DEFAULT_PORT.test(host) ? MANY_DEFAULT_PORTS : MANY_LOOPBACKS;
  if (code !== 'ENOTFOUND' && code !== 'EAI_AGAIN') return MANY_ATTEMPTS;
  if (NO_HOST.has(host.replace(/:\d{1,5}$/, ''))) return 1;
  const short = host !== '' && !host.includes('.');
  if (code === 'ENOTFOUND') return short ? MANY_SHORT_NAMES : MANY_LOOKUPS;
  return short ? MANY_BUSY_SHORT_NAMES : MANY_ATTEMPTS;
}

function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address.startsWith('::1') || address.startsWith('localhost') || address.startsWith('0.0.0.0');
}
