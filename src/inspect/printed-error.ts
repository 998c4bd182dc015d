import { readHead } from './error-head.ts';
import { endOfQuoted, isQuote, readPrintedValue } from './printed-value.ts';

/** What node printed behind a stack: `{ code: 'ECONNRESET', [cause]: Error: ... }`. */
export interface PrintedError {
  /** Own properties by name; those of nested objects by dotted path (`response.headers.retry-after`). Outer ones win. */
  readonly properties: ReadonlyMap<string, string>;
  /** Causes and members of an AggregateError, in the order in which they were printed. */
  readonly causes: readonly PrintedCause[];
}

/** A cause with its own properties. */
export interface PrintedCause {
  readonly errorClass: string;
  readonly headCode: string | undefined;
  readonly message: string;
  readonly properties: ReadonlyMap<string, string>;
}

interface Scope {
  readonly properties: Map<string, string>;
  readonly path: string;
  /** True inside `[errors]: [ ... ]`, where each line is an error. */
  readonly errors: boolean;
}

interface Scanner {
  readonly text: string;
  position: number;
  readonly scopes: Scope[];
  readonly causes: PrintedCause[];
  /** The cause whose braces have not opened yet. */
  pending: Map<string, string> | undefined;
}

const MAX_SCOPES = 32;
const MAX_CAUSES = 8;
const MAX_PROPERTIES = 128;
const MAX_VALUE = 1024;
const KEY = /(\[cause\]|\[errors\]|[A-Za-z_$][\w$.-]{0,63}|'[^'\n]{1,64}'):[ \n]/y;
const WORD = /[^\s,{}[\]'"`]+|./y;

/** Scans printed properties. One pass, each step moves on by at least one character, so the time is linear. */
export function scanPrinted(text: string): PrintedError {
  const properties = new Map<string, string>();
  const scanner: Scanner = { text, position: 0, scopes: [{ properties, path: '', errors: false }], causes: [], pending: undefined };
  while (scanner.position < text.length) step(scanner);
  return { properties, causes: scanner.causes };
}

function step(scanner: Scanner): void {
  const character = scanner.text[scanner.position] ?? '';
  if (character === '\n' || character === ' ' || character === ',') scanner.position += 1;
  else if (character === '{') open(scanner, '');
  else if (character === '}' || character === ']') close(scanner);
  else if (scanner.text.startsWith('at ', scanner.position)) skipFrame(scanner);
  else if (scanner.text.startsWith('Caused by: ', scanner.position)) readCause(scanner, 'Caused by: '.length);
  else if (top(scanner).errors) readCause(scanner, 0);
  else if (!readProperty(scanner)) skipValue(scanner);
}

function top(scanner: Scanner): Scope {
  return scanner.scopes.at(-1) ?? { properties: new Map(), path: '', errors: false };
}

function open(scanner: Scanner, path: string, errors = false): void {
  const scope = top(scanner);
  const properties = scanner.pending ?? scope.properties;
  const prefix = scanner.pending === undefined ? scope.path : '';
  scanner.pending = undefined;
  scanner.position += 1;
  if (scanner.scopes.length < MAX_SCOPES) scanner.scopes.push({ properties, path: prefix + path, errors });
}

function close(scanner: Scanner): void {
  scanner.position += 1;
  scanner.pending = undefined;
  if (scanner.scopes.length > 1) scanner.scopes.pop();
}

function skipFrame(scanner: Scanner): void {
  const end = lineEnd(scanner);
  scanner.position = scanner.text.startsWith(' {', end - 2) ? end - 1 : end;
}

function readProperty(scanner: Scanner): boolean {
  KEY.lastIndex = scanner.position;
  const match = KEY.exec(scanner.text);
  if (match === null) return false;
  const key = (match[1] ?? '').replaceAll("'", '');
  if (key === '[cause]' && scanner.text[KEY.lastIndex] !== '{') {
    readCause(scanner, match[0].length);
    return true;
  }
  scanner.position = KEY.lastIndex;
  const opener = scanner.text[scanner.position];
  if (opener === '{' || opener === '[') open(scanner, `${key}.`, key === '[errors]');
  else store(top(scanner), key, readValue(scanner));
  return true;
}

function store(scope: Scope, key: string, value: string | undefined): void {
  const name = scope.path + key;
  if (value !== undefined && !scope.properties.has(name) && scope.properties.size < MAX_PROPERTIES) scope.properties.set(name, value);
}

/** Reads the head of a cause and jumps to its frames or braces: its further message lines are text, not properties. */
function readCause(scanner: Scanner, prefix: number): void {
  const start = scanner.position + prefix;
  if (scanner.causes.length === MAX_CAUSES) {
    scanner.position = scanner.text.length;
    return;
  }
  scanner.position = start;
  const line = scanner.text.slice(start, lineEnd(scanner));
  const brace = line.indexOf(' {');
  // Node prints an error without frames in brackets.
  const bare = line.startsWith('[');
  const shown = (brace < 0 ? line : line.slice(0, brace)).slice(bare ? 1 : 0, MAX_VALUE);
  const head = readHead(trimEnd(shown), '');
  const properties = new Map<string, string>();
  scanner.causes.push({ errorClass: head.errorClass, headCode: head.code, message: head.message, properties });
  scanner.pending = properties;
  const frame = brace < 0 && !bare ? firstFrameAfter(scanner.text, start) : -1;
  if (brace >= 0) scanner.position = start + brace + 1;
  else scanner.position = frame >= 0 ? frame : lineEnd(scanner);
}

/** Drops the brackets and commas that close a cause in a list. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ']' || text[end - 1] === ',')) end -= 1;
  return text.slice(0, end);
}

function firstFrameAfter(text: string, start: number): number {
  const found = /\n {4,}at /g;
  found.lastIndex = start;
  const match = found.exec(text);
  return match === null ? -1 : match.index;
}

function readValue(scanner: Scanner): string | undefined {
  const { value, end } = readPrintedValue(scanner.text, scanner.position);
  scanner.position = end;
  return value?.slice(0, MAX_VALUE);
}

function skipValue(scanner: Scanner): void {
  if (isQuote(scanner.text[scanner.position])) scanner.position = endOfQuoted(scanner.text, scanner.position);
  else {
    WORD.lastIndex = scanner.position;
    scanner.position += WORD.exec(scanner.text)?.[0].length ?? 1;
  }
}

function lineEnd(scanner: Scanner): number {
  const end = scanner.text.indexOf('\n', scanner.position);
  return end < 0 ? scanner.text.length : end;
}
