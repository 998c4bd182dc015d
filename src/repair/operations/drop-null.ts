import { isJsonObject } from '../../core/json.ts';
import { pointerSegments } from '../../core/json-pointer.ts';
import { keyWords } from '../key-style.ts';
import type { Site } from '../site.ts';
import { isRequired } from '../want.ts';
import type { OperationKind } from './operation-kind.ts';

/** Objects that say what is to change: in them a null empties a member, and its absence leaves it as it is. */
const CHANGES: ReadonlySet<string> = new Set(['patch', 'patches', 'change', 'changes', 'changeset', 'update', 'updates', 'set', 'delta', 'diff', 'modification', 'modifications', 'merge', 'edits', 'overrides', 'ops', 'operations']);

/** A description that tells what null means: "null clears the nickname". */
const NULL_HAS_A_MEANING = /\bnull\b|\b(?:clears?|unsets?|erases?|resets?) (?:it|the)\b/i;

/** A null in a member that may be absent but not null says no more than its absence, except in a patch, or where the schema gives it a meaning. */
export const dropNull: OperationKind = {
  name: 'drop-null',
  class: 'default',
  guard: { codes: ['type', 'union', 'enum', 'const', 'format', 'custom'], received: ['null'] },
  propose: (site) => (isJsonObject(site.parent) && isRequired(site.parentFragment, site.key) !== true && !nullSaysMore(site) ? [{}] : []),
  act: ({ pointer, value, parent }) => (value === null && isJsonObject(parent) ? { kind: 'remove', pointer } : undefined),
};

function nullSaysMore({ parentPointer, parentFragment, want }: Site): boolean {
  if (want.descriptions.some((text) => NULL_HAS_A_MEANING.test(text))) return true;
  if (parentFragment.some(({ description }) => typeof description === 'string' && /\bpatch\b/i.test(description))) return true;
  return pointerSegments(parentPointer).some((segment) => CHANGES.has(keyWords(segment).at(-1) ?? ''));
}
