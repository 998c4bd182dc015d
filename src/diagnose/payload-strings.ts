import type { Json } from '../core/json.ts';
import type { Pointer } from '../core/json-pointer.ts';
import { payloadValues } from './payload-values.ts';

/** A string of a payload and where it stands. */
export interface PayloadString {
  readonly pointer: Pointer;
  /** The key or index under which it stands; `''` where the payload itself is the string. */
  readonly key: string;
  readonly value: string;
}

/** Finds a string that `wanted` accepts. Walks without recursion, so no depth of nesting can exhaust the stack. */
export function findString(payload: Json, wanted: (key: string, value: string) => boolean): PayloadString | undefined {
  for (const { key, value, pointer } of payloadValues(payload)) {
    if (typeof value === 'string' && wanted(key, value)) return { key, value, pointer: pointer() };
  }
  return undefined;
}
