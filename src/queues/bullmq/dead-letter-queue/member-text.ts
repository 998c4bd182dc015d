/**
 * The text of a member inside of a JSON object's text, byte for byte: numbers keep every digit and keys their order,
 * which parsing and printing again would not promise. `text` must be valid JSON. `undefined` where the member is not
 * there or a part of the path is no object. Of keys that occur twice the last counts, as for `JSON.parse`.
 */
export function memberText(text: string, path: readonly string[]): string | undefined {
  let start = skipBlanks(text, 0);
  let end = text.length;
  for (const key of path) {
    const found = member(text, start, key);
    if (found === undefined) return undefined;
    [start, end] = found;
  }
  return text.slice(start, end).trim();
}

function member(text: string, start: number, key: string): readonly [number, number] | undefined {
  if (text[start] !== '{') return undefined;
  let found: readonly [number, number] | undefined;
  let position = skipBlanks(text, start + 1);
  while (text[position] === '"') {
    const keyEnd = endOfString(text, position);
    const name: unknown = JSON.parse(text.slice(position, keyEnd));
    const valueStart = skipBlanks(text, skipBlanks(text, keyEnd) + 1);
    const valueEnd = endOfValue(text, valueStart);
    if (name === key) found = [valueStart, valueEnd];
    const behind = skipBlanks(text, valueEnd);
    position = text[behind] === ',' ? skipBlanks(text, behind + 1) : text.length;
  }
  return found;
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start);
  if (text[start] !== '{' && text[start] !== '[') return endOfPlain(text, start);
  let depth = 0;
  let position = start;
  do {
    const character = text[position];
    if (character === '"') position = endOfString(text, position) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    position += 1;
  } while (depth > 0 && position < text.length);
  return position;
}

function endOfString(text: string, start: number): number {
  let position = start + 1;
  while (position < text.length && text[position] !== '"') position += text[position] === '\\' ? 2 : 1;
  return position + 1;
}

/** A number, `true`, `false` or `null`. */
function endOfPlain(text: string, start: number): number {
  let position = start;
  while (position < text.length && !',]} \n\r\t'.includes(text.charAt(position))) position += 1;
  return position;
}

function skipBlanks(text: string, start: number): number {
  let position = start;
  while (position < text.length && ' \n\r\t'.includes(text.charAt(position))) position += 1;
  return position;
}
