import type { Json } from '../core/json.ts';
import { toPointer, type Pointer } from '../core/json-pointer.ts';

/** A value of a payload and where it stands. */
export interface PayloadValue {
  /** The key or index under which it stands; `''` where it is the payload itself. */
  readonly key: string;
  readonly value: Json;
  /** Where it stands; made when it is asked for, since most values are only passed by. */
  readonly pointer: () => Pointer;
}

interface Place {
  readonly key: string;
  readonly value: Json;
  readonly parent: Place | undefined;
}

/** Every value of a payload, containers before what is in them. Walks without recursion, so no depth of nesting can exhaust the stack. */
export function* payloadValues(payload: Json): Generator<PayloadValue> {
  const places: Place[] = [{ key: '', value: payload, parent: undefined }];
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { key, value } = place;
    const here = place;
    yield { key, value, pointer: () => pointerOf(here) };
    if (typeof value !== 'object' || value === null) continue;
    for (const [child, content] of Object.entries(value)) places.push({ key: child, value: content, parent: place });
  }
}

function pointerOf(place: Place): Pointer {
  const segments: string[] = [];
  for (let at: Place | undefined = place; at?.parent !== undefined; at = at.parent) segments.unshift(at.key);
  return toPointer(segments);
}
