import { isJsonObject, type Json } from '../core/json.ts';
import { redact } from '../core/redact.ts';

/** Longest text, and most members, that are shown of a payload. */
const TEXT = 1000;
const MEMBERS = 100;
/** Deeper parts of a payload are not shown. */
const DEPTH = 32;

/**
 * A payload as it may be shown: secrets hidden by key name (reports have hidden the rest already), and what is too long cut with a note of how much there is.
 * The whole payload stays in the queue, the ledger or the archive.
 */
export function presentable(payload: Json | undefined): Json | undefined {
  return payload === undefined ? undefined : redact(shorten(payload, 0));
}

function shorten(value: Json, depth: number): Json {
  if (typeof value === 'string') return value.length > TEXT ? `${value.slice(0, 200)}… (${value.length} characters)` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH) return '… (deeper)';
  if (Array.isArray(value)) {
    const shown = value.slice(0, MEMBERS).map((item) => shorten(item, depth + 1));
    return value.length > MEMBERS ? [...shown, `… (${value.length} elements)`] : shown;
  }
  return isJsonObject(value) ? shortenObject(value, depth) : value;
}

function shortenObject(value: { [key: string]: Json }, depth: number): Json {
  const entries = Object.entries(value);
  const shown = entries.slice(0, MEMBERS).map(([key, member]): [string, Json] => [key, shorten(member, depth + 1)]);
  // fromEntries defines members, so that a key __proto__ stays a key.
  return Object.fromEntries(entries.length > MEMBERS ? [...shown, ['…', `(${entries.length} members)`]] : shown);
}
