import { isJsonObject, parseJson, type Json } from '../../../core/json.ts';

/** True where jsonb takes the text: it is JSON, and no string in it holds U+0000 or a lone surrogate. */
export function isStorable(text: string): boolean {
  const value = parseJson(text);
  return value !== undefined && isStorableValue(value);
}

function isStorableValue(root: Json): boolean {
  const open: Json[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string' && !isStorableText(value)) return false;
    if (Array.isArray(value)) open.push(...value);
    if (isJsonObject(value)) {
      if (!Object.keys(value).every(isStorableText)) return false;
      open.push(...Object.values(value));
    }
  }
  return true;
}

function isStorableText(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}
