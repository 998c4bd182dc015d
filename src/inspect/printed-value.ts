/** A value as node prints it, and the position behind it. */
interface PrintedValue {
  /** `undefined` where node prints that nothing is there. */
  readonly value: string | undefined;
  readonly end: number;
}

const BARE = /[^,\n{}[\]]*/y;
/** Node splits long text into quoted parts. */
const JOINT = /[ \n]*\+[ \n]*(?=['"`])/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' };

/** Reads the value at `start`: quoted text with its further parts, or a number or word up to the end of its line. */
export function readPrintedValue(text: string, start: number): PrintedValue {
  if (isQuote(text[start])) return readQuoted(text, start);
  BARE.lastIndex = start;
  const bare = BARE.exec(text)?.[0] ?? '';
  const value = bare.trim();
  return { value: value === 'undefined' || value === 'null' ? undefined : value, end: start + bare.length };
}

/** True for the characters with which node quotes text. */
export function isQuote(character: string | undefined): boolean {
  return character === "'" || character === '"' || character === '`';
}

/** The position behind the quoted text that begins at `start`; the end of the text where it is not closed. */
export function endOfQuoted(text: string, start: number): number {
  const quote = text[start];
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === quote) return index + 1;
  }
  return text.length;
}

function readQuoted(text: string, start: number): PrintedValue {
  const parts: string[] = [];
  for (let position = start; ; position = JOINT.lastIndex) {
    const end = endOfQuoted(text, position);
    const closed = end > position + 1 && text[end - 1] === text[position];
    parts.push(unescaped(text.slice(position + 1, closed ? end - 1 : end)));
    JOINT.lastIndex = end;
    if (!JOINT.test(text)) return { value: parts.join(''), end };
  }
}

function unescaped(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/g, (_, escape: string) => {
    if (escape.length > 1) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return ESCAPES[escape] ?? escape;
  });
}
