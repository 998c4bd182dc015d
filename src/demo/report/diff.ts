import { compare } from 'fast-json-patch/commonjs/duplex.js';
import { isJsonObject, type Json } from '../../core/json.ts';
import { valueAt, type Pointer } from '../../core/json-pointer.ts';

/** One place where a repair changed a payload; `undefined` where nothing was or is. */
export interface Change {
  readonly pointer: Pointer;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** What a repair changed, in the order of the payload. */
export function changesOf(before: Json, after: Json): readonly Change[] {
  if (!isJsonObject(before) || !isJsonObject(after)) return [{ pointer: '', before, after }];
  return compare(before, after)
    .map(({ path }) => ({ pointer: path, before: valueAt(before, path), after: valueAt(after, path) }))
    .toSorted((left, right) => (left.pointer < right.pointer ? -1 : 1));
}
