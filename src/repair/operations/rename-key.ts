import { isJsonObject, type Json } from '../../core/json.ts';
import { toPointer } from '../../core/json-pointer.ts';
import { normalKey } from '../key-style.ts';
import type { Site } from '../site.ts';
import { knownKeys } from '../want.ts';
import type { OperationKind, Proposal } from './operation-kind.ts';

/**
 * `order_id` is `orderId` where the schema misses the one or forbids the other: the same words, joined in another style.
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

function fromOtherKeys({ key, parent, parentFragment }: Site): readonly Proposal[] {
  const known = new Set(knownKeys(parentFragment));
  return sameWords(key, Object.keys(isJsonObject(parent) ? parent : {})).filter((from) => !known.has(from)).map((from) => ({ with: { from } }));
}

/** Where the right key is itself reported as missing, the proposal is made there. */
function toRightKey({ key, parent, parentPointer, parentFragment, subject }: Site): readonly Proposal[] {
  const reported = new Set(subject.issues.filter((issue) => issue.code === 'missing').map((issue) => issue.pointer));
  const absent = (knownKeys(parentFragment) ?? []).filter((known) => isJsonObject(parent) && !Object.hasOwn(parent, known));
  return sameWords(key, absent).filter((to) => !reported.has(memberOf(parentPointer, to))).map((to): { readonly with: Json } => ({ with: { to } }));
}

function sameWords(key: string, others: readonly string[]): readonly string[] {
  return others.filter((other) => other !== key && normalKey(other) === normalKey(key));
}

function memberOf(parentPointer: string, key: string): string {
  return parentPointer + toPointer([key]);
}
