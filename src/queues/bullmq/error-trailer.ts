/** Most bytes that a trailer adds to a stack. */
const MOST_BYTES = 8 * 1024;

const MOST_CAUSES = 8;
const MOST_DEPTH = 5;
const MOST_ISSUES = 20;
const MOST_MESSAGE = 400;
const MOST_VALUE = 200;

/** What tells failures apart and is no payload: codes of systems and names of columns, never their contents. */
const PROPERTIES = ['code', 'errno', 'syscall', 'status', 'statusCode', 'sqlState', 'constraint', 'table', 'column', 'retryAfter'] as const;

interface Printing {
  room: number;
  causes: number;
  readonly seen: Set<unknown>;
}

/**
 * What an error says beside its stack, printed as node prints it behind the last frame:
 * ` {\n  code: 'ECONNRESET',\n  [cause]: Error: ... {\n ...`. `''` where there is nothing to say.
 */
export function errorTrailer(error: Error): string {
  const printing: Printing = { room: MOST_BYTES - 64, causes: 0, seen: new Set([error]) };
  const lines = linesOf(error, 1, printing);
  return lines.length === 0 ? '' : ` {\n${lines.join(',\n')}\n}`;
}

function linesOf(error: unknown, depth: number, printing: Printing): readonly string[] {
  const lines = [...properties(error), ...response(error), ...issues(error)].map((line) => '  '.repeat(depth) + line);
  const kept = lines.filter((line) => fits(line, printing));
  if (depth > MOST_DEPTH) return kept;
  return [...kept, ...cause(error, depth, printing), ...members(error, depth, printing)];
}

function fits(line: string, printing: Printing): boolean {
  const bytes = Buffer.byteLength(line) + 2;
  if (bytes > printing.room) return false;
  printing.room -= bytes;
  return true;
}

function properties(error: unknown): readonly string[] {
  return PROPERTIES.flatMap((name) => {
    const value = printed(valueOf(error, name));
    return value === undefined ? [] : [`${name}: ${value}`];
  });
}

/** Clients such as axios keep the answer on the error. Its status and its wish to wait are facts; its body is not ours. */
function response(error: unknown): readonly string[] {
  const answer = valueOf(error, 'response');
  const status = printed(valueOf(answer, 'status') ?? valueOf(answer, 'statusCode'));
  const headers = valueOf(answer, 'headers') ?? valueOf(error, 'headers');
  const wait = printed(headers instanceof Headers ? headers.get('retry-after') : (valueOf(headers, 'retry-after') ?? valueOf(headers, 'Retry-After')));
  return [...(status === undefined ? [] : [`response: { status: ${status} }`]), ...(wait === undefined ? [] : [`headers: { 'retry-after': ${wait} }`])];
}

function issues(error: unknown): readonly string[] {
  const list = valueOf(error, 'issues');
  if (!Array.isArray(list)) return [];
  const shown = list.slice(0, MOST_ISSUES).flatMap((issue: unknown) => {
    const code = printed(valueOf(issue, 'code'));
    const path = valueOf(issue, 'path');
    return code === undefined || !Array.isArray(path) ? [] : [`{ code: ${code}, path: [ ${path.slice(0, MOST_ISSUES).map((part) => printed(part) ?? "'?'").join(', ')} ] }`];
  });
  return shown.length === 0 ? [] : [`issues: [ ${shown.join(', ')} ]`];
}

function cause(error: unknown, depth: number, printing: Printing): readonly string[] {
  const inner = valueOf(error, 'cause');
  const lines = inner === undefined || inner === null ? undefined : errorLines(inner, '[cause]: ', depth, printing);
  return lines === undefined ? [] : [lines];
}

function members(error: unknown, depth: number, printing: Printing): readonly string[] {
  const errors = valueOf(error, 'errors');
  if (!Array.isArray(errors) || !(error instanceof AggregateError)) return [];
  const shown = errors.flatMap((member: unknown) => errorLines(member, '', depth + 1, printing) ?? []);
  const indent = '  '.repeat(depth);
  return shown.length === 0 ? [] : [`${indent}[errors]: [\n${shown.join(',\n')}\n${indent}]`];
}

/** One error below another: its head on one line, its properties in braces behind. */
function errorLines(error: unknown, prefix: string, depth: number, printing: Printing): string | undefined {
  if (printing.causes >= MOST_CAUSES || printing.seen.has(error)) return undefined;
  const indent = '  '.repeat(depth);
  const head = `${indent}${prefix}${headOf(error)}`;
  if (!fits(`${head} {}${indent}`, printing)) return undefined;
  printing.causes += 1;
  printing.seen.add(error);
  const lines = linesOf(error, depth + 1, printing);
  return lines.length === 0 ? head : `${head} {\n${lines.join(',\n')}\n${indent}}`;
}

/** Class and message on one line, without the characters that open what stands behind it. */
function headOf(error: unknown): string {
  const message = error instanceof Error ? error.message : typeof error === 'string' ? error : '';
  const name = error instanceof Error ? (error.name === 'Error' ? error.constructor.name : error.name) : 'Error';
  return `${oneLine(name, 80)}: ${oneLine(message, MOST_MESSAGE)}`;
}

function oneLine(text: string, most: number): string {
  return text.slice(0, most).replaceAll(/\s+/g, ' ').replaceAll('{', '(').replaceAll('}', ')').trim();
}

/** A string in quotes or a number; anything else is not printed. */
function printed(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value === '') return undefined;
  return `'${oneLine(value, MOST_VALUE).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** A property, whatever the holder is. A getter that throws has no value. */
function valueOf(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  try {
    return (holder as Readonly<Record<string, unknown>>)[name];
  } catch {
    return undefined;
  }
}
