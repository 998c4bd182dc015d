import type { JsonType } from '../../core/json.ts';
import type { IssueCode } from '../../core/payload-schema.ts';
import { addressFromMailto } from './address-from-mailto.ts';
import { arrayFromIndexed } from './array-from-indexed.ts';
import { base64FromBuffer } from './base64-from-buffer.ts';
import { base64FromDataUrl } from './base64-from-data-url.ts';
import { booleanFromNumber } from './boolean-from-number.ts';
import { booleanFromString } from './boolean-from-string.ts';
import { composedForm } from './composed-form.ts';
import { copyValue } from './copy-value.ts';
import { cutToLength } from './cut-to-length.ts';
import { dateFromDateTime } from './date-from-date-time.ts';
import { dateFromDigits } from './date-from-digits.ts';
import { dateFromParts } from './date-from-parts.ts';
import { dateFromWords } from './date-from-words.ts';
import { dateTimeForm } from './date-time-form.ts';
import { dateTimeFromEpoch } from './date-time-from-epoch.ts';
import { dateTimeFromWords } from './date-time-from-words.ts';
import { dateTimeInZone } from './date-time-in-zone.ts';
import { dropNull } from './drop-null.ts';
import { dropUnknownKey } from './drop-unknown-key.ts';
import { enumCase } from './enum-case.ts';
import { enumSeparators } from './enum-separators.ts';
import { enumSynonym } from './enum-synonym.ts';
import { epochUnit } from './epoch-unit.ts';
import { fillValue } from './fill-value.ts';
import { fullWidthForm } from './full-width-form.ts';
import { hexadecimalCase } from './hexadecimal-case.ts';
import { listOfNumbers } from './list-of-numbers.ts';
import { numberFromGroupedText } from './number-from-grouped-text.ts';
import { numberFromLongForm } from './number-from-long-form.ts';
import { numberFromPercent } from './number-from-percent.ts';
import { numberFromString } from './number-from-string.ts';
import { numberFromUnitText } from './number-from-unit-text.ts';
import { objectFromEmptyList } from './object-from-empty-list.ts';
import type { OperationKind } from './operation-kind.ts';
import { parseJsonString } from './parse-json-string.ts';
import { phoneForm } from './phone-form.ts';
import { plainPunctuation } from './plain-punctuation.ts';
import { renameKey } from './rename-key.ts';
import { setDefault } from './set-default.ts';
import { splitList } from './split-list.ts';
import { stringFromScalar } from './string-from-scalar.ts';
import { stripFourByteCharacters } from './strip-four-byte-characters.ts';
import { stripInvisible } from './strip-invisible.ts';
import { stripLoneSurrogates } from './strip-lone-surrogates.ts';
import { stripNul } from './strip-nul.ts';
import { textFromBuffer } from './text-from-buffer.ts';
import { trim } from './trim.ts';
import { undoMojibake } from './undo-mojibake.ts';
import { unwrapArray } from './unwrap-array.ts';
import { unwrapEnvelope } from './unwrap-envelope.ts';
import { unwrapTaggedMembers } from './unwrap-tagged-members.ts';
import { unwrapTagged } from './unwrap-tagged.ts';
import { uuidForm } from './uuid-form.ts';
import { wrapInArray } from './wrap-in-array.ts';

/**
 * Every operation, from safe to unsafe. Lossless ones are readings of one value, so all of them are weighed against each
 * other. The others are statements of somebody: the first that helps wins, and the user's own word comes first.
 */
export const OPERATIONS: readonly OperationKind[] = [
  booleanFromString,
  booleanFromNumber,
  numberFromString,
  numberFromLongForm,
  numberFromGroupedText,
  numberFromPercent,
  numberFromUnitText,
  stringFromScalar,
  trim,
  stripInvisible,
  fullWidthForm,
  composedForm,
  undoMojibake,
  enumCase,
  enumSeparators,
  enumSynonym,
  uuidForm,
  hexadecimalCase,
  addressFromMailto,
  phoneForm,
  base64FromDataUrl,
  base64FromBuffer,
  textFromBuffer,
  dateFromDigits,
  dateFromParts,
  dateFromWords,
  dateFromDateTime,
  dateTimeForm,
  dateTimeFromWords,
  dateTimeInZone,
  dateTimeFromEpoch,
  epochUnit,
  parseJsonString,
  unwrapArray,
  unwrapTagged,
  unwrapTaggedMembers,
  unwrapEnvelope,
  arrayFromIndexed,
  objectFromEmptyList,
  wrapInArray,
  splitList,
  listOfNumbers,
  renameKey,
  copyValue,
  fillValue,
  setDefault,
  dropNull,
  dropUnknownKey,
  plainPunctuation,
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

const ANSWERING = new Map<string, readonly OperationKind[]>();

/** The operations whose guard admits an issue of this code at a value of this type, in their order. */
export function operationsAnswering(code: IssueCode, received: JsonType): readonly OperationKind[] {
  const key = `${code} ${received}`;
  const kinds = ANSWERING.get(key) ?? OPERATIONS.filter(({ guard }) => guard.codes.includes(code) && guard.received.includes(received));
  ANSWERING.set(key, kinds);
  return kinds;
}
