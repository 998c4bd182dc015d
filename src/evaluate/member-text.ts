/**
 * The text of the value that a member has in a JSON object, exactly as it is written: parsing it rounds large numbers and
 * forgets keys that stand twice. `text` is known to be a JSON object; where the member stands twice the last one counts, as for
 * a parser. `undefined` where it is not there. Linear in the length of the text.
 */
export function memberText(text: string, name: string): string | undefined {
  let found: string | undefined;
  let position = behindSpace(text, text.indexOf('{') + 1);
  while (text[position] === '"') {
    const keyEnd = endOfString(text, position);
    const start = behindSpace(text, behindSpace(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    if (JSON.parse(text.slice(position, keyEnd)) === name) found = text.slice(start, end);
    position = behindSpace(text, behindSpace(text, end) + 1);
  }
  return found;
}

function behindSpace(text: string, from: number): number {
  let position = from;
  while (position < text.length && ' \t\r\n'.includes(text[position] ?? '')) position++;
  return position;
}

/** Where the string that begins at `start` is over: behind the next quote with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  return first === '{' || first === '[' ? endOfContainer(text, start) : endOfScalar(text, start);
}

function endOfContainer(text: string, start: number): number {
  let depth = 0;
  for (let position = start; position < text.length; position++) {
    const character = text[position];
    if (character === '"') position = endOfString(text, position) - 1;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return position + 1;
  }
  return text.length;
}

function endOfScalar(text: string, start: number): number {
  let end = start;
  while (end < text.length && !', \t\r\n}'.includes(text[end] ?? '')) end++;
  return end;
}
