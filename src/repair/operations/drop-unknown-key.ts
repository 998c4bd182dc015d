import { isJsonObject } from '../../core/json.ts';
import { areSimilarKeys } from '../key-style.ts';
import type { Site } from '../site.ts';
import { isClosed, knownKeys } from '../want.ts';
import type { OperationKind } from './operation-kind.ts';

/**
 * A member that the schema forbids goes, unless it may be a misspelt one: where a key that the schema knows is absent and
 * looks like it, dropping would lose a value that somebody meant to send.
 */
export const dropUnknownKey: OperationKind = {
  name: 'drop-unknown-key',
  class: 'default',
  guard: { codes: ['unknown-key', 'custom'], received: ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] },
  propose: (site) => (isForbidden(site) && !mayBeMisspelt(site) ? [{}] : []),
  act: ({ pointer, value, parent }) => (value !== undefined && isJsonObject(parent) ? { kind: 'remove', pointer } : undefined),
};

/** Libraries without codes say only that something is wrong here; their JSON Schema says what. */
function isForbidden({ issue, key, parent, parentFragment }: Site): boolean {
  if (!isJsonObject(parent)) return false;
  return issue?.code === 'unknown-key' || (isClosed(parentFragment) && knownKeys(parentFragment)?.includes(key) === false);
}

function mayBeMisspelt({ key, parent, parentFragment }: Site): boolean {
  const absent = (knownKeys(parentFragment) ?? []).filter((known) => isJsonObject(parent) && !Object.hasOwn(parent, known));
  return absent.some((known) => areSimilarKeys(known, key));
}
