import { isJsonObject, type Json } from '../../core/json.ts';
import { toPointer } from '../../core/json-pointer.ts';
import { normalKey } from '../key-style.ts';
import { otherKeysOf } from '../other-names.ts';
import { siteAt, type Site } from '../site.ts';
import { knownKeys } from '../want.ts';
import type { OperationKind, Proposal } from './operation-kind.ts';

/**
 * `order_id` is `orderId` where the schema misses the one or forbids the other: the same words, joined in another style, or
 * a key that the user or the schema's own description calls the same.
 * It stands at the missing member (`from` names the other key) or at the forbidden one (`to` names the right key).
 */
export const renameKey: OperationKind = {
  name: 'rename-key',
  class: 'lossless',
  opens: true,
  guard: { codes: ['missing', 'unknown-key'], received: ['missing', 'null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] },
  propose: (site) => (site.issue?.code === 'missing' ? fromOtherKeys(site) : toRightKey(site)),
  act: ({ key, pointer, parent, parentPointer }, parameters) => {
    if (!isJsonObject(parent) || !isJsonObject(parameters)) return undefined;
    const { from, to } = parameters;
    const source = typeof from === 'string' ? from : key;
    const target = typeof to === 'string' ? to : key;
    if (source === target || !Object.hasOwn(parent, source) || Object.hasOwn(parent, target)) return undefined;
    return { kind: 'rename', pointer: typeof from === 'string' ? memberOf(parentPointer, source) : pointer, to: target };
  },
};

function fromOtherKeys(site: Site): readonly Proposal[] {
  const { key, parent, parentFragment } = site;
  const known = new Set(knownKeys(parentFragment));
  const spelt = sameWords(key, Object.keys(isJsonObject(parent) ? parent : {})).filter((from) => !known.has(from));
  return [...new Set([...spelt, ...otherKeysOf(site)])].map((from) => ({ with: { from } }));
}

/** Where the right key is itself reported as missing, the proposal is made there. */
function toRightKey({ key, parent, parentPointer, parentFragment, subject }: Site): readonly Proposal[] {
  const reported = new Set(subject.issues.filter((issue) => issue.code === 'missing').map((issue) => issue.pointer));
  const absent = (knownKeys(parentFragment) ?? []).filter((known) => isJsonObject(parent) && !Object.hasOwn(parent, known) && !reported.has(memberOf(parentPointer, known)));
  const isMeant = (to: string): boolean => otherKeysOf(siteAt(subject, memberOf(parentPointer, to))).includes(key);
  return absent.filter((to) => normalKey(to) === normalKey(key) || isMeant(to)).map((to): { readonly with: Json } => ({ with: { to } }));
}

function sameWords(key: string, others: readonly string[]): readonly string[] {
  return others.filter((other) => other !== key && normalKey(other) === normalKey(key));
}

function memberOf(parentPointer: string, key: string): string {
  return parentPointer + toPointer([key]);
}
