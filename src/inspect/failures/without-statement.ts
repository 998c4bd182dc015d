/** Where a statement begins that Knex puts before the server's message. */
const STATEMENT = /^\(?(?:select|insert|update|delete|replace|merge|with|truncate) /i;

/**
 * The server's message behind the statement and the dash that Knex puts before it; the text as it is where none of the
 * known messages begins behind a dash. What stands inside of a quoted value is no message.
 */
export function withoutStatement(text: string, messages: readonly (readonly [pattern: RegExp, ...unknown[]])[]): string {
  if (!STATEMENT.test(text)) return text;
  for (let dash = text.indexOf(' - '); dash >= 0; dash = text.indexOf(' - ', dash + 3)) {
    const rest = text.slice(dash + 3);
    if (messages.some(([pattern]) => pattern.test(rest)) && isOutsideQuotes(text.slice(0, dash))) return rest;
  }
  return text;
}

function isOutsideQuotes(text: string): boolean {
  return (text.match(/'/g)?.length ?? 0) % 2 === 0;
}
