/**
 * Escapes the characters that PostgreSQL cannot store, so that any string comes back as it went in.
 * U+0000 and lone surrogates become escapes, and so does the backslash; all other text stays readable in the table.
 * Different strings stay different, so that escaped texts may be compared.
 */
export function escapeText(text: string): string {
  return text.replaceAll(/[\\\0\p{Surrogate}]/gu, (character) =>
    character === '\\' ? '\\\\' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Reverses `escapeText`. */
export function unescapeText(stored: string): string {
  if (!stored.includes('\\')) return stored;
  return stored.replaceAll(/\\(?:\\|u([0-9a-f]{4}))/g, (_escape, digits: string | undefined) =>
    digits === undefined ? '\\' : String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
