import { isJsonObject, jsonTypeOf } from '../../core/json.ts';
import { toPointer } from '../../core/json-pointer.ts';
import { areSimilarKeys, keyWords } from '../key-style.ts';
import { siteAt, type Site } from '../site.ts';
import { isClosed, knownKeys, mayBe } from '../want.ts';
import type { OperationKind } from './operation-kind.ts';

/** Words of keys that middleware adds to messages: no business value stands under them. */
const TECHNICAL: ReadonlySet<string> = new Set(['trace', 'traceparent', 'tracestate', 'span', 'baggage', 'debug', 'sentry', 'dd', 'otel', 'typename']);

/**
 * A member that the schema forbids goes, unless it may be one that the schema knows under another name: where a member is
 * absent whose key looks alike, or which could take the value, dropping would lose what somebody meant to send.
 */
export const dropUnknownKey: OperationKind = {
  name: 'drop-unknown-key',
  class: 'default',
  guard: { codes: ['unknown-key', 'custom'], received: ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] },
  propose: (site) => (isForbidden(site) && !mayBeMisnamed(site) ? [{}] : []),
  act: ({ pointer, value, parent }) => (value !== undefined && isJsonObject(parent) ? { kind: 'remove', pointer } : undefined),
};

/** Libraries without codes say only that something is wrong here; their JSON Schema says what. */
function isForbidden({ issue, key, parent, parentFragment }: Site): boolean {
  if (!isJsonObject(parent)) return false;
  return issue?.code === 'unknown-key' || (isClosed(parentFragment) && knownKeys(parentFragment)?.includes(key) === false);
}

function mayBeMisnamed({ key, value, parent, parentPointer, parentFragment, subject }: Site): boolean {
  const absent = (knownKeys(parentFragment) ?? []).filter((known) => isJsonObject(parent) && !Object.hasOwn(parent, known));
  if (absent.some((known) => areSimilarKeys(known, key))) return true;
  if (/^[_$@]/.test(key) || keyWords(key).some((word) => TECHNICAL.has(word))) return false;
  const type = jsonTypeOf(value);
  return absent.some((known) => mayBe(siteAt(subject, parentPointer + toPointer([known])).want, type, ...(type === 'integer' ? ['number'] : [])));
}
