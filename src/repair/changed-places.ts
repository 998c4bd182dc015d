import { isJsonObject, jsonEqual, type Json, type JsonObject } from '../core/json.ts';
import { toPointer, type Pointer } from '../core/json-pointer.ts';

/** The places where two payloads differ, each as deep as possible. What they share is not walked. */
export function changedPlaces(before: Json | undefined, after: Json | undefined, pointer: Pointer = ''): readonly Pointer[] {
  const places: Pointer[] = [];
  collect(before, after, pointer, places);
  return places;
}

function collect(before: Json | undefined, after: Json | undefined, pointer: Pointer, places: Pointer[]): void {
  if (before === after) return;
  if (isJsonObject(before) && isJsonObject(after)) {
    collectMembers(before, after, pointer, places);
  } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [index, item] of before.entries()) collect(item, after[index], `${pointer}/${index}`, places);
  } else if (!jsonEqual(before, after)) {
    places.push(pointer);
  }
}

function collectMembers(before: JsonObject, after: JsonObject, pointer: Pointer, places: Pointer[]): void {
  for (const key of Object.keys(before)) {
    const [left, right] = [before[key], own(after, key)];
    if (left !== right) collect(left, right, pointer + toPointer([key]), places);
  }
  for (const key of Object.keys(after)) if (!Object.hasOwn(before, key)) collect(undefined, after[key], pointer + toPointer([key]), places);
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
