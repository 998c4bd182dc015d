/** Longer secrets are looked for as they are and in the form of JSON only. */
const LONGEST = 1024;

/** Shorter lines of a text of several lines are no secrets by themselves. */
const SHORTEST_LINE = 8;
const MOST_LINES = 64;

/** The forms in which a secret may occur in a text: as it is, escaped by whoever printed it, in small letters, line by line. */
export function formsOf(secret: string): readonly string[] {
  const escaped = escapedOnce(secret);
  const forms = [secret, escaped, escapedOnce(escaped)];
  if (secret.length > LONGEST) return forms;
  // As Node prints a text between single quotes, and as SQL does.
  const inspected = escaped.replaceAll(String.raw`\"`, '"');
  const lines = secret.includes('\n') ? secret.split('\n', MOST_LINES).map((line) => line.trim()).filter(({ length }) => length >= SHORTEST_LINE) : [];
  return [
    ...forms, inspected, inspected.replaceAll("'", String.raw`\'`), secret.replaceAll("'", "''"),
    secret.trim(), secret.toLowerCase(), encodeURIComponent(wellFormed(secret)), ...lines,
  ];
}

function escapedOnce(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Half a character can't be written into a URL. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}
