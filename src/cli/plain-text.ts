import { stripVTControlCharacters } from 'node:util';

/**
 * Text of somebody else's made harmless for a terminal: no escape sequences, no control characters, no characters that
 * reorder or hide others; each becomes a visible sign or nothing. Line breaks stay where `lines` is true.
 */
export function plainText(text: string, { lines = false }: { readonly lines?: boolean } = {}): string {
  return stripVTControlCharacters(text).replaceAll('\r\n', '\n').replaceAll(/\p{Cc}|\p{Cf}|[\u2028\u2029]/gu, (character) => signOf(character, lines));
}

/** The text in one line of at most `length` characters; what was cut off is shown by an ellipsis. */
export function oneLine(text: string, length = 200): string {
  const line = plainText(text).replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : line;
}

function signOf(character: string, lines: boolean): string {
  if (character === '\n') return lines ? '\n' : ' ';
  if (character === '\t') return ' ';
  return /\p{Cf}/u.test(character) ? '' : '\uFFFD';
}
