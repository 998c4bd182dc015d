import { isJsonObject, type Json } from '../core/json.ts';
import type { Site } from './site.ts';

/** Numbers with both signs, of which the last is the decimal one. */
const BOTH_SIGNS = /^-?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*([.,])\d+$/;

/**
 * The decimal sign that another number in the same object shows (`"1.234,5"`: a comma); `undefined` where none does, or two
 * show different ones.
 */
export function decimalShownBeside({ parent, key }: Site): '.' | ',' | undefined {
  if (!isJsonObject(parent)) return undefined;
  const shown = new Set(Object.entries(parent).filter(([other]) => other !== key).map(([, value]) => decimalIn(value)));
  shown.delete(undefined);
  return shown.size === 1 ? [...shown][0] : undefined;
}

function decimalIn(value: Json): '.' | ',' | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const [, group, decimal] = BOTH_SIGNS.exec(value.trim()) ?? [];
  if (group === undefined || group === decimal) return undefined;
  return decimal === ',' ? ',' : '.';
}
