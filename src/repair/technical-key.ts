import type { Json } from '../core/json.ts';
import { keyWords, normalKey } from './key-style.ts';

/** Names that middleware, tracers, mappers and serialisers give to what they add to a message. Compared as a whole. */
const TECHNICAL: ReadonlySet<string> = new Set([
  'debug', 'trace', 'traceid', 'traceids', 'tracecontext', 'traceparent', 'tracestate', 'traceheaders', 'tracing', 'spanid', 'parentspanid', 'xtraceid', 'xb3traceid',
  'xb3spanid', 'xamzntraceid', 'otel', 'opentelemetry', 'sentry', 'sentrytrace', 'sentrybaggage', 'ddtrace', 'ddtraceid', 'ddspanid', 'typename', 'schemaversion',
  'odatacontext', 'odataetag', 'odatatype', 'odatametadata', 'odataeditlink', 'clientmutationid', 'authenticitytoken', 'csrf', 'csrftoken', 'xsrftoken', 'csrfmiddlewaretoken',
  'requestverificationtoken',
  'messageversion', 'eventversion', 'payloadversion',
]);

/** Further names that are technical only where the key is marked as no business member: `_rev`, `$schema`, `@timestamp`. */
const MARKED: ReadonlySet<string> = new Set([
  'v', 'rev', 'etag', 'ts', 'timestamp', 'self', 'class', 'type', 'kind', 'schema', 'version', 'links', 'embedded', 'context', 'meta', 'metadata', 'internal', 'span', 'baggage', 'dd',
  'request', 'requestid', 'correlationid', 'source', 'hash', 'checksum',
]);

/** What frameworks mark as well, and what decides what a message is for: Debezium writes `__deleted` and `__op`. */
const INSTRUCTIONS: ReadonlySet<string> = new Set(['deleted', 'delete', 'op', 'operation', 'action', 'method', 'cancel', 'cancelled', 'canceled', 'void', 'test', 'dry', 'force', 'skip', 'override', 'tombstone',
  'refund', 'refunded', 'payment', 'charge', 'amount', 'price', 'discount', 'tenant',
]);

/** Longer texts are no words for a deed, and deeper objects nobody reads. */
const LONGEST_WORDS = 200;
const MOST_LEVELS = 6;

/** Marked keys that begin with one of these are technical, whatever follows: `_traceFlags`, `_sentryRelease`. */
const FAMILIES: ReadonlySet<string> = new Set(['trace', 'tracing', 'span', 'debug', 'sentry', 'otel', 'dd']);

/** True where a value, or what is inside of it, speaks of what is to be done, so that not even a tracer's key makes it idle. */
export function speaksOfDeeds(value: Json, levels = MOST_LEVELS): boolean {
  if (typeof value === 'string') return value.length <= LONGEST_WORDS && keyWords(value).some((word) => INSTRUCTIONS.has(word));
  if (levels === 0 || typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => (!Array.isArray(value) && keyWords(key).some((word) => INSTRUCTIONS.has(word))) || speaksOfDeeds(inner, levels - 1));
}

/**
 * True where nobody puts what a job is to do under such a key. A mark alone proves nothing (`_dryRun`), except for two
 * underscores, which frameworks keep for themselves; nor does a telling word inside of a longer name (`debugOnly`).
 */
export function isTechnicalKey(key: string): boolean {
  if (/^[_$@]/.test(key) && keyWords(key).some((word) => INSTRUCTIONS.has(word))) return false;
  const name = normalKey(key.replace(/^[_$@]+/, ''));
  if (TECHNICAL.has(name)) return true;
  if (!/^[_$@]/.test(key)) return false;
  return MARKED.has(name) || FAMILIES.has(keyWords(key.slice(1))[0] ?? '');
}
