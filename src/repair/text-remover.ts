import type { RefusedText } from '../core/diagnosis.ts';
import type { ParsedFailure } from '../core/failure.ts';
import type { Json } from '../core/json.ts';
import { characterSet } from './character-set.ts';
import { cutToLength } from './operations/cut-to-length.ts';
import type { OperationKind } from './operations/operation-kind.ts';
import { plainPunctuation, withPlainPunctuation } from './operations/plain-punctuation.ts';
import { stripFourByteCharacters } from './operations/strip-four-byte-characters.ts';
import { stripLoneSurrogates } from './operations/strip-lone-surrogates.ts';
import { stripNul } from './operations/strip-nul.ts';

/** What finds a refused text, and what makes it storable. */
export interface Remover {
  readonly kind: 'known';
  readonly operationsFor: (text: string) => readonly OperationKind[];
  readonly holds: (text: string) => boolean;
  /** False where the operations would leave something that the store refuses too. */
  readonly helps: (text: string) => boolean;
  readonly with?: Json;
  /** False where only values are measured: a key is no column. */
  readonly keysToo: boolean;
  /** The column, where the store names it and it decides which text is meant. */
  readonly column?: string;
}

const FOUR_BYTES = /[\u{10000}-\u{10FFFF}]/u;
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/u;

/** Finds what makes the refused text storable, or says why nobody knows. */
export function removerOf(refused: RefusedText, failure: ParsedFailure): Remover | { readonly kind: 'unknown'; readonly why: string } {
  const stripping = (operation: OperationKind, holds: Remover['holds']): Remover => ({ kind: 'known', operationsFor: () => [operation], holds, helps: () => true, keysToo: true });
  switch (refused) {
    case 'four-byte-characters':
      return stripping(stripFourByteCharacters, (text) => FOUR_BYTES.test(text));
    case 'nul':
      return stripping(stripNul, (text) => text.includes('\0'));
    case 'lone-surrogates':
      return stripping(stripLoneSurrogates, (text) => /\p{Surrogate}/u.test(text));
    case 'unsupported-characters':
      return plainer(failure);
    case 'too-long':
      return cutting(failure);
  }
}

/** Typographic signs have plain ones and emoji may go; letters, amounts and other signs stay, so that nothing is changed in meaning. */
function plainer({ details }: ParsedFailure): ReturnType<typeof removerOf> {
  const takes = characterSet(details['encoding']);
  if (takes === undefined) return { kind: 'unknown', why: 'the character set of the store is not known here' };
  const after = (text: string): string => withPlainPunctuation(text).replaceAll(/[\u{10000}-\u{10FFFF}]/gu, (character) => (EMOJI.test(character) ? '' : character));
  return {
    kind: 'known',
    operationsFor: (text) => [...(withPlainPunctuation(text) === text ? [] : [plainPunctuation]), ...(FOUR_BYTES.test(text) ? [stripFourByteCharacters] : [])],
    holds: (text) => !takes(text),
    helps: (text) => takes(after(text)),
    keysToo: details['column'] === undefined,
    ...(details['column'] !== undefined && { column: details['column'] }),
  };
}

function cutting(failure: ParsedFailure): ReturnType<typeof removerOf> {
  const length = longestStorable(failure);
  if (length === undefined) return { kind: 'unknown', why: 'the failure does not say how long the text may be' };
  return { kind: 'known', operationsFor: () => [cutToLength], holds: (text) => text.length > length && charactersIn(text) > length, helps: () => true, with: { length }, keysToo: false };
}

/** PostgreSQL names the column's type with its length: `character varying(40)`. */
function longestStorable({ message, details }: ParsedFailure): number | undefined {
  const text = details['limit'] ?? /\b(?:character varying|character|varchar|char)\((\d{1,8})\)/i.exec(message)?.[1];
  const length = Number(text);
  return Number.isInteger(length) && length > 0 ? length : undefined;
}

/** As stores count: a pair of surrogates is one. */
function charactersIn(text: string): number {
  return text.length - (text.match(/[\uDC00-\uDFFF]/g)?.length ?? 0);
}
