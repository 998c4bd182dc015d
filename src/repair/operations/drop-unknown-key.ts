import { isJsonObject, jsonEqual } from '../../core/json.ts';
import { areSimilarKeys, normalKey } from '../key-style.ts';
import type { Site } from '../site.ts';
import { isTechnicalKey, speaksOfDeeds } from '../technical-key.ts';
import { isClosed, knownKeys } from '../want.ts';
import type { OperationKind } from './operation-kind.ts';

/**
 * A member that the schema forbids goes where it says nothing about the job: a null, what middleware adds, or what stands
 * there already under the schema's own spelling of the key. Any other may be an instruction (`dryRun`, `couponCode`) that
 * the job must not run without. An empty text or list stays too: it may mean "none" where leaving it out means "as usual".
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

function saysNothing(site: Site): boolean {
  return site.value === null || (isTechnicalKey(site.key) && !speaksOfDeeds(site.value ?? null)) || isRecordLabel(site) || isSaidAlready(site);
}

/** What Salesforce puts into every record: its type, and where it is found. */
function isRecordLabel({ key, value }: Site): boolean {
  if (key !== 'attributes' || !isJsonObject(value) || Object.keys(value).length !== 2) return false;
  const { type, url } = value;
  return typeof type === 'string' && typeof url === 'string' && url.startsWith('/services/data/');
}

/** The same value under the same words, joined in the way that the schema knows. */
function isSaidAlready({ key, value, parent, parentFragment }: Site): boolean {
  if (!isJsonObject(parent)) return false;
  return (knownKeys(parentFragment) ?? []).some((known) => normalKey(known) === normalKey(key) && Object.hasOwn(parent, known) && jsonEqual(parent[known], value));
}

function mayBeMisnamed({ key, parent, parentFragment }: Site): boolean {
  const absent = (knownKeys(parentFragment) ?? []).filter((known) => isJsonObject(parent) && !Object.hasOwn(parent, known));
  return absent.some((known) => areSimilarKeys(known, key));
}
