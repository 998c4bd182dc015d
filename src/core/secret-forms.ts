import { plainCharacters } from './plain-characters.ts';

/** Longer secrets are looked for as they are and in the form of JSON only. */
const LONGEST = 1024;

/** What everybody prints as it is, but for blanks in web forms; most secrets are made of nothing else. */
const SAME_EVERYWHERE = /^[\w@.:/,;#*()= -]*$/;

/** Shorter lines of a text of several lines are no secrets by themselves. */
const SHORTEST_LINE = 8;
const MOST_LINES = 64;

/**
 * The forms in which a secret may occur in a text, in plain characters: as it is or in small letters, as JSON, SQL and
 * web forms print it, line by line.
 */
export function formsOf(secret: string): ReadonlySet<string> {
  if (SAME_EVERYWHERE.test(secret)) return new Set([secret, secret.trim(), secret.toLowerCase()].flatMap((text) => [text, text.replaceAll(' ', '+')]));
  const spoken = secret.length > LONGEST ? [secret] : [secret, secret.trim(), secret.toLowerCase(), ...linesOf(secret)];
  const printed = [...new Set(spoken)].flatMap((text) => {
    const json = JSON.stringify(text).slice(1, -1);
    return [text, json, ascii(json), text.replaceAll("'", "''")];
  });
  const sent = [...new Set(printed)].flatMap((text) => [text, text.replaceAll(' ', '+')]);
  // A secret may itself look percent-encoded, and a text may hold it encoded once more.
  return new Set([...new Set(sent)].flatMap((text) => [plainCharacters(text, false).text, plainCharacters(text, true).text]));
}

function linesOf(text: string): readonly string[] {
  return text.includes('\n') ? text.split('\n', MOST_LINES).map((line) => line.trim()).filter(({ length }) => length >= SHORTEST_LINE) : [];
}

/** JSON as it is written where only ASCII may be. */
function ascii(json: string): string {
  return json.replaceAll(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
