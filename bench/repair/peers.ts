import type { ValidateFunction } from 'ajv';
import { jsonrepair } from 'jsonrepair';

import { parseJson, type Json } from '../../src/core/json.ts';
import type { BrokenLetter } from './broken-letter.ts';

/** What a contestant makes of a message: the payload that it would run, `undefined` where it leaves the message alone. */
export type Attempt = (letter: BrokenLetter) => Json | undefined;

function accepted(validate: ValidateFunction, payload: Json | undefined): Json | undefined {
  if (payload === undefined) return undefined;
  // Ajv can't put another value in the place of the root; inside of a holder it may.
  const copy = structuredClone(payload);
  return validate(copy) ? copy : undefined;
}

/** What programs without mendq use to mend payloads, each as its documentation suggests. */
export const PEERS: Readonly<Record<'zod coercion' | 'ajv coerceTypes' | 'jsonrepair + ajv', Attempt>> = {
  'zod coercion': ({ text, house }) => {
    const payload = parseJson(text);
    const outcome = payload === undefined ? undefined : house.coercingZod.safeParse(payload);
    return outcome?.success === true ? (outcome.data as Json) : undefined;
  },
  'ajv coerceTypes': ({ text, house }) => accepted(house.coercing, parseJson(text)),
  'jsonrepair + ajv': ({ text, house }) => accepted(house.coercing, mended(text)),
};

function mended(text: string): Json | undefined {
  try {
    return parseJson(jsonrepair(text));
  } catch {
    return undefined;
  }
}
