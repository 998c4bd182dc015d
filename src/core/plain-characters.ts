/** A text without what escaping adds, with the place of each character in the text as it was. */
export interface PlainCharacters {
  readonly text: string;
  /** Where the character at an index begins; absent where nothing was escaped. */
  readonly starts?: readonly number[];
  /** Where it ends. */
  readonly ends?: readonly number[];
}

const BACKSLASH = /\\/g;
const ESCAPE = /\\|(?:%[0-9a-f]{2})+/gi;

/**
 * Takes the escaping out of a text, however often it was done: backslashes go and, with `decode`, what is percent-encoded
 * is decoded. Texts that say the same come out the same. Linear.
 */
export function plainCharacters(text: string, decode: boolean): PlainCharacters {
  if (!(decode ? /[\\%]/ : /\\/).test(text)) return { text };
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const add = (part: string, start: number, widthOf: (character: string) => number): void => {
    let place = start;
    for (const character of part) {
      const end = place + widthOf(character);
      if (character !== '\\') {
        parts.push(character);
        starts.push(...Array.from({ length: character.length }, () => place));
        ends.push(...Array.from({ length: character.length }, () => end));
      }
      place = end;
    }
  };
  const same = (character: string): number => character.length;
  let done = 0;
  for (const { 0: escape, index } of text.matchAll(decode ? ESCAPE : BACKSLASH)) {
    add(text.slice(done, index), done, same);
    const decoded = escape === '\\' ? undefined : decodedText(escape);
    add(decoded ?? escape, index, decoded === undefined ? same : encodedWidth);
    done = index + escape.length;
  }
  add(text.slice(done), done, same);
  return { text: parts.join(''), starts, ends };
}

function decodedText(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Three characters a byte of UTF-8. */
function encodedWidth(character: string): number {
  return Buffer.byteLength(character) * 3;
}
