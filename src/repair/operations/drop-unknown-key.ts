import { isJsonObject } from '../../core/json.ts';
import { areSimilarKeys } from '../key-style.ts';
import type { Site } from '../site.ts';
import { isTechnicalKey } from '../technical-key.ts';
import { isClosed, knownKeys } from '../want.ts';
import type { OperationKind } from './operation-kind.ts';

/**
 * A member that the schema forbids goes where it says nothing about the job: a null, or what middleware adds. Any other
 * may be an instruction (`dryRun`, `couponCode`) that the job must not run without. An empty text or list stays too: it
 * may mean "none" where leaving it out means "as usual".
 *
 * Nor does it go where it may be a member that the schema knows under another name: one is absent whose key looks alike.
 */
export const dropUnknownKey: OperationKind = {
  name: 'drop-unknown-key',
  class: 'default',
  guard: { codes: ['unknown-key', 'custom'], received: ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] },
  propose: (site) => (isForbidden(site) && saysNothing(site) && !mayBeMisnamed(site) ? [{}] : []),
  act: ({ pointer, value, parent }) => (value !== undefined && isJsonObject(parent) ? { kind: 'remove', pointer } : undefined),
};

/** Libraries without codes say only that something is wrong here; their JSON Schema says what. */
function isForbidden({ issue, key, parent, parentFragment }: Site): boolean {
  if (!isJsonObject(parent)) return false;
  return issue?.code === 'unknown-key' || (isClosed(parentFragment) && knownKeys(parentFragment)?.includes(key) === false);
}

function saysNothing({ key, value }: Site): boolean {
  return value === null || isTechnicalKey(key);
}

function mayBeMisnamed({ key, parent, parentFragment }: Site): boolean {
  const absent = (knownKeys(parentFragment) ?? []).filter((known) => isJsonObject(parent) && !Object.hasOwn(parent, known));
  return absent.some((known) => areSimilarKeys(known, key));
}
