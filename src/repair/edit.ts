import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { isSafePointer, pointerSegments, type Pointer } from '../core/json-pointer.ts';

/** One change of a document. A place that can't be reached, or only through a prototype, is left alone. */
export type Edit =
  /** `source`: where the value was copied from. */
  | { readonly kind: 'set'; readonly pointer: Pointer; readonly value: Json; readonly source?: Pointer }
  | { readonly kind: 'remove'; readonly pointer: Pointer }
  /** The member keeps its value and its place in the order of keys. */
  | { readonly kind: 'rename'; readonly pointer: Pointer; readonly to: string };

/** A copy with the edits made in order; what they do not touch is shared with the original. Linear in what is touched. */
export function applyEdits(document: Json, edits: readonly Edit[]): Json {
  const owned = new Set<Json>();
  const own = (value: Json): Json => {
    if (typeof value !== 'object' || value === null || owned.has(value)) return value;
    const copy = Array.isArray(value) ? [...value] : { ...value };
    owned.add(copy);
    return copy;
  };
  let root = document;
  for (const edit of edits) {
    const segments = pointerSegments(edit.pointer);
    const key = segments.pop();
    if (!isSafePointer(edit.pointer)) continue;
    if (key === undefined) {
      if (edit.kind === 'set') root = edit.value;
      continue;
    }
    root = own(root);
    const parent = ownedParent(root, segments, own);
    if (parent !== undefined) editMember(parent, key, edit);
  }
  return root;
}

function ownedParent(root: Json, segments: readonly string[], own: (value: Json) => Json): Json | undefined {
  let parent: Json = root;
  for (const segment of segments) {
    if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, segment)) return undefined;
    const members = parent as JsonObject;
    const child = own(members[segment] ?? null);
    members[segment] = child;
    parent = child;
  }
  return parent;
}

function editMember(parent: Json, key: string, edit: Edit): void {
  if (Array.isArray(parent)) {
    const index = Number(key);
    if (edit.kind === 'set' && Number.isInteger(index) && index >= 0 && index < parent.length) parent[index] = edit.value;
    return;
  }
  if (!isJsonObject(parent)) return;
  if (edit.kind === 'set') parent[key] = edit.value;
  else if (edit.kind === 'remove') delete parent[key];
  else renameMember(parent, key, edit.to);
}

/** Members are put in again from the renamed one on, because only so it keeps its place. */
function renameMember(parent: JsonObject, from: string, to: string): void {
  if (!Object.hasOwn(parent, from) || Object.hasOwn(parent, to) || !isSafePointer(`/${to}`)) return;
  const members = Object.entries(parent);
  const later = members.slice(members.findIndex(([key]) => key === from));
  for (const [key] of later) delete parent[key];
  for (const [key, value] of later) {
    Object.defineProperty(parent, key === from ? to : key, { value, enumerable: true, configurable: true, writable: true });
  }
}
