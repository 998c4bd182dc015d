import type { Json } from '../core/json.ts';
import { toPointer, type Pointer } from '../core/json-pointer.ts';

/** A string of a payload and where it stands. */
export interface PayloadString {
  readonly pointer: Pointer;
  /** The key or index under which it stands; `''` where the payload itself is the string. */
  readonly key: string;
  readonly value: string;
}

interface Place {
  readonly key: string;
  readonly value: Json;
  readonly parent: Place | undefined;
}

/** Finds a string that `wanted` accepts. Walks without recursion, so no depth of nesting can exhaust the stack. */
export function findString(payload: Json, wanted: (key: string, value: string) => boolean): PayloadString | undefined {
  const places: Place[] = [{ key: '', value: payload, parent: undefined }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { key, value } = place;
    if (typeof value === 'string') {
      if (wanted(key, value)) return { key, value, pointer: pointerOf(place) };
    } else if (typeof value === 'object' && value !== null) {
      for (const [child, content] of Object.entries(value)) places.push({ key: child, value: content, parent: place });
    }
  }
  return undefined;
}

function pointerOf(place: Place): Pointer {
  const segments: string[] = [];
  for (let at: Place | undefined = place; at?.parent !== undefined; at = at.parent) segments.unshift(at.key);
  return toPointer(segments);
}
