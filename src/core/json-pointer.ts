import { isJsonObject, type Json, type JsonObject } from './json.ts';

/** A JSON Pointer (RFC 6901), `''` for the whole document. */
export type Pointer = string;

/** A pointer in which the segment `[*]` stands for any array element: `/items/[*]/price`. */
export type PointerPattern = string;

/** Segments that reach a prototype. No operation may name them, whoever proposes it. */
const FORBIDDEN_SEGMENTS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Splits a pointer into its unescaped segments; `''` has none. */
export function pointerSegments(pointer: Pointer | PointerPattern): string[] {
  if (pointer === '') return [];
  const segments = pointer.slice(1).split('/');
  return pointer.includes('~') ? segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~')) : segments;
}

/** Joins segments into a pointer, escaping `~` and `/`. */
export function toPointer(segments: readonly (string | number)[]): Pointer {
  let pointer = '';
  for (const segment of segments) pointer += `/${escaped(String(segment))}`;
  return pointer;
}

function escaped(segment: string): string {
  return /[~/]/.test(segment) ? segment.replaceAll('~', '~0').replaceAll('/', '~1') : segment;
}

/** True where the pointer is well-formed and no segment could reach a prototype. */
export function isSafePointer(pointer: Pointer | PointerPattern): boolean {
  if (pointer !== '' && !pointer.startsWith('/')) return false;
  // None of the forbidden segments holds a character that a pointer escapes, so that most pointers need not be split.
  if (!pointer.includes('proto') && !pointer.includes('constructor')) return true;
  return !pointerSegments(pointer).some((segment) => FORBIDDEN_SEGMENTS.has(segment));
}

/** The value at `pointer`, or `undefined` where nothing is there. Reads own members only. */
export function valueAt(document: Json | undefined, pointer: Pointer): Json | undefined {
  let value = document;
  for (const segment of pointerSegments(pointer)) {
    value = childOf(value, segment);
    if (value === undefined) return undefined;
  }
  return value;
}

/** The member or element that one unescaped segment names, or `undefined`. Reads own members only. */
export function childOf(value: Json | undefined, segment: string): Json | undefined {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(segment) ? value[Number(segment)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
}

/**
 * A copy of `document` with `value` at `pointer`; `undefined` removes the member or element.
 * Siblings are shared with the original, which is never changed. The parent must exist; where it does
 * not, or the pointer is unsafe, the document comes back as it was.
 */
export function withValueAt(document: Json, pointer: Pointer, value: Json | undefined): Json {
  if (!isSafePointer(pointer)) return document;
  const segments = pointerSegments(pointer);
  if (segments.length === 0) return value ?? null;
  return replaced(document, segments, value);
}

function replaced(parent: Json, segments: readonly string[], value: Json | undefined): Json {
  const [segment = '', ...rest] = segments;
  if (rest.length > 0) {
    const child = childOf(parent, segment);
    return child === undefined ? parent : assigned(parent, segment, replaced(child, rest, value));
  }
  return assigned(parent, segment, value);
}

function assigned(parent: Json, segment: string, value: Json | undefined): Json {
  if (Array.isArray(parent)) {
    const index = Number(segment);
    if (!Number.isInteger(index) || index < 0 || index > parent.length) return parent;
    return value === undefined ? parent.toSpliced(index, 1) : parent.toSpliced(index, 1, value);
  }
  if (!isJsonObject(parent)) return parent;
  const copy: JsonObject = { ...parent };
  if (value === undefined) delete copy[segment];
  else copy[segment] = value;
  return copy;
}

/** Turns array indices of a concrete pointer into `[*]`, given the document it was found in. */
export function generalise(document: Json | undefined, pointer: Pointer): PointerPattern {
  let value = document;
  return pointerSegments(pointer)
    .map((segment) => {
      const shown = Array.isArray(value) ? '[*]' : segment.replaceAll('~', '~0').replaceAll('/', '~1');
      value = childOf(value, segment);
      return `/${shown}`;
    })
    .join('');
}

/** True where `pattern` names `pointer` itself: `[*]` matches one array index, everything else literally. */
export function matchesPattern(pattern: PointerPattern, pointer: Pointer): boolean {
  if (pattern === pointer) return true;
  if (isLiteral(pattern)) return false;
  const wanted = pointerSegments(pattern);
  const found = pointerSegments(pointer);
  return wanted.length === found.length && wanted.every((segment, index) => sameSegment(segment, found[index]));
}

/** True where `pattern` names `pointer` or one of its ancestors. */
export function coversPointer(pattern: PointerPattern, pointer: Pointer): boolean {
  if (isLiteral(pattern)) return pointer.startsWith(pattern) && (pointer.length === pattern.length || pointer[pattern.length] === '/');
  const wanted = pointerSegments(pattern);
  const found = pointerSegments(pointer);
  return wanted.length <= found.length && wanted.every((segment, index) => sameSegment(segment, found[index]));
}

/** True where a pattern can be compared as the text that it is, without taking it apart: most are, and they are compared often. */
function isLiteral(pattern: PointerPattern): boolean {
  return pattern.startsWith('/') && !pattern.includes('[*]') && !pattern.includes('~');
}

function sameSegment(wanted: string, found: string | undefined): boolean {
  return wanted === found || (wanted === '[*]' && found !== undefined && /^(\[\*\]|0|[1-9]\d*)$/.test(found));
}

/** Every concrete pointer that `pattern` names in `document`, in document order. A last segment that is missing still counts. */
export function expandPattern(document: Json, pattern: PointerPattern): Pointer[] {
  const found: Pointer[] = [];
  const walk = (value: Json | undefined, segments: readonly string[], prefix: string): void => {
    const [segment, ...rest] = segments;
    if (segment === undefined) {
      found.push(prefix);
    } else if (segment === '[*]') {
      if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, rest, `${prefix}/${index}`);
    } else {
      const child = childOf(value, segment);
      if (child !== undefined || (rest.length === 0 && isJsonObject(value))) walk(child, rest, prefix + toPointer([segment]));
    }
  };
  walk(document, pointerSegments(pattern), '');
  return found;
}
