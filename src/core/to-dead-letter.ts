import { letterIdOf, type DeadLetter, type RawLetter } from './dead-letter.ts';
import { parseJson } from './json.ts';

/** Reads a raw letter: its id and its payload, `undefined` where the body is missing or not JSON. Never throws. */
export function toDeadLetter(raw: RawLetter, round: number): DeadLetter {
  return { ...raw, id: letterIdOf(raw), payload: raw.oversize === undefined ? parseJson(raw.body) : undefined, round };
}
