import type { InspectedLetter } from '../core/inspected-letter.ts';

/**
 * True where the payload passed its schema, or could be read and has none to pass. Only such a payload may be shown to
 * the user's hooks: with a missing field a query may lose its condition and find any row.
 */
export function passesSchema({ letter, jobType, schemaCheck }: InspectedLetter): boolean {
  if (letter.payload === undefined) return false;
  return schemaCheck.kind === 'valid' || (schemaCheck.kind === 'unchecked' && jobType.schema === undefined);
}
