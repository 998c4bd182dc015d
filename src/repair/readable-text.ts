/** Characters without width that steer nothing but line breaks and joins. Those that turn text round are not among them: what is read then differs from what is seen. */
const INVISIBLE = /[\u00ad\u180e\u200b-\u200f\u2060\ufeff]/g;

/** Blanks of other widths than the plain one, without line breaks. */
const BLANKS = /[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/** Texts in which there is nothing to look for: nearly all. */
const PLAIN = /^[ -~]*$/;

const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_LETTER = /[\uff21-\uff3a\uff41-\uff5a]/;

/** The zeros of scripts whose ten digits follow each other: Arabic, Persian, Devanagari, Bengali, Thai. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50] as const;
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;

const DASHES = /[\u2010-\u2015]/g;

/** The text without characters that nobody sees, with plain blanks, and none at the edges. */
export function visibleText(text: string): string {
  return PLAIN.test(text) ? text.trim() : text.replace(INVISIBLE, '').replace(BLANKS, ' ').trim();
}

/** No number, flag, word of a list, day or id is longer, whatever stands around it. */
const LONGEST = 1000;

/** Full-width digits and signs in the width of ASCII; letters only where asked for, because they may be meant so. */
export function halfWidth(text: string, { letters }: { readonly letters: boolean }): string {
  return text.replace(FULL_WIDTH, (character) => (letters || !FULL_WIDTH_LETTER.test(character) ? String.fromCharCode(character.charCodeAt(0) - 0xfee0) : character)).replaceAll('\u3000', ' ');
}

/** The text as a number, a flag or an enum is read: visible, half as wide, with digits of ASCII and a plain minus. */
export function readableText(text: string): string {
  if (text.length > LONGEST) return text;
  return PLAIN.test(text) ? text.trim() : visibleText(halfWidth(text, { letters: true })).replace(OTHER_DIGITS, asciiDigit).replaceAll('\u2212', '-');
}

/** The same where hyphens only divide: days, moments, UUIDs. */
export function hyphenatedText(text: string): string {
  return readableText(text).replace(DASHES, '-');
}

function asciiDigit(character: string): string {
  const code = character.charCodeAt(0);
  const zero = ZEROS.findLast((start) => start <= code) ?? code;
  return String(code - zero);
}
