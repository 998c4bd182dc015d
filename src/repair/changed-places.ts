import { isJsonObject, jsonEqual, type Json } from '../core/json.ts';
import { toPointer, type Pointer } from '../core/json-pointer.ts';

/** The places where two payloads differ, each as deep as possible. What they share is not walked. */
export function changedPlaces(before: Json | undefined, after: Json | undefined, pointer: Pointer = ''): readonly Pointer[] {
  if (before === after) return [];
  if (isJsonObject(before) && isJsonObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => {
      const [left, right] = [own(before, key), own(after, key)];
      return left === right ? [] : changedPlaces(left, right, pointer + toPointer([key]));
    });
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((item, index) => changedPlaces(item, after[index], `${pointer}/${index}`));
  }
  return jsonEqual(before, after) ? [] : [pointer];
}

function own(object: { readonly [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
