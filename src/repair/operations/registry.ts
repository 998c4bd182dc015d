import { booleanFromString } from './boolean-from-string.ts';
import { cutToLength } from './cut-to-length.ts';
import { dateFromDigits } from './date-from-digits.ts';
import { dateFromParts } from './date-from-parts.ts';
import { dateTimeForm } from './date-time-form.ts';
import { dropNull } from './drop-null.ts';
import { dropUnknownKey } from './drop-unknown-key.ts';
import { enumCase } from './enum-case.ts';
import { fillValue } from './fill-value.ts';
import { numberFromGroupedText } from './number-from-grouped-text.ts';
import { numberFromString } from './number-from-string.ts';
import type { OperationKind } from './operation-kind.ts';
import { parseJsonString } from './parse-json-string.ts';
import { renameKey } from './rename-key.ts';
import { setDefault } from './set-default.ts';
import { stringFromScalar } from './string-from-scalar.ts';
import { stripFourByteCharacters } from './strip-four-byte-characters.ts';
import { stripLoneSurrogates } from './strip-lone-surrogates.ts';
import { stripNul } from './strip-nul.ts';
import { trim } from './trim.ts';
import { unwrapArray } from './unwrap-array.ts';
import { wrapInArray } from './wrap-in-array.ts';

/**
 * Every operation, from safe to unsafe. Lossless ones are readings of one value, so all of them are weighed against each
 * other. The others are statements of somebody: the first that helps wins, and the user's own word comes first.
 */
export const OPERATIONS: readonly OperationKind[] = [
  booleanFromString,
  numberFromString,
  numberFromGroupedText,
  stringFromScalar,
  trim,
  enumCase,
  dateFromDigits,
  dateFromParts,
  dateTimeForm,
  parseJsonString,
  unwrapArray,
  wrapInArray,
  renameKey,
  fillValue,
  setDefault,
  dropNull,
  dropUnknownKey,
  stripNul,
  stripLoneSurrogates,
  stripFourByteCharacters,
  cutToLength,
];

const BY_NAME: ReadonlyMap<string, OperationKind> = new Map(OPERATIONS.map((kind) => [kind.name, kind]));

/** The operation of this name, `undefined` where there is none. */
export function operationNamed(name: string): OperationKind | undefined {
  return BY_NAME.get(name);
}
