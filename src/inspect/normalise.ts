import { letterIdOf, type DeadLetter, type RawLetter } from '../core/dead-letter.ts';
import { parseJson } from '../core/json.ts';

/** Gives a raw letter its id and parses its body; a body that is not JSON, or was not loaded, has no payload. */
export function normalise(raw: RawLetter, round: number): DeadLetter {
  const payload = raw.oversize === undefined ? parseJson(raw.body) : undefined;
  return { ...raw, id: letterIdOf(raw), payload, round };
}
