import { isJsonObject, parseJson, type Json } from '../../../core/json.ts';

/** Deepest nesting that is written. PostgreSQL's own limit depends on its stack, and PGlite does not survive reaching it. */
const DEEPEST = 1000;

/** True where jsonb takes the text: it is JSON, not too deep, and no string in it holds U+0000 or a lone surrogate. */
export function isStorable(text: string): boolean {
  const value = parseJson(text);
  return value !== undefined && isStorableValue(value);
}

/** `isStorable` of bytes. Parsed as bytes first: decoding would hide what is no UTF-8. */
export function isStorableBody(body: Uint8Array): boolean {
  return parseJson(body) !== undefined && isStorable(Buffer.from(body).toString('utf8'));
}

/** Why PostgreSQL can't keep a body; `undefined` where it can. */
export function whyUnstorable(body: Uint8Array): string | undefined {
  return isStorableBody(body) ? undefined : `PostgreSQL keeps no U+0000, no lone surrogate and nothing nested more than ${DEEPEST} deep`;
}

function isStorableValue(root: Json): boolean {
  let level: readonly Json[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST || !level.every(isStorableItem)) return false;
    level = level.flatMap(childrenOf);
  }
  return true;
}

function isStorableItem(value: Json): boolean {
  if (typeof value === 'string') return isStorableText(value);
  return !isJsonObject(value) || Object.keys(value).every(isStorableText);
}

function childrenOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value) : [];
}

function isStorableText(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}
