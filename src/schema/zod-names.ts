const TYPES: Readonly<Record<string, string>> = { int: 'integer', record: 'object', map: 'object', tuple: 'array', set: 'array', nan: 'number' };

const FORMATS: Readonly<Record<string, string>> = { datetime: 'date-time', url: 'uri', guid: 'uuid' };

/** Things whose bounds count members or characters. */
const SIZED: ReadonlySet<string> = new Set(['string', 'array', 'set', 'map', 'object', 'file']);

/** Zod's name of a type, as JSON Schema calls it; names that JSON has no word for stay. */
export function typeName(expected: string): string {
  return TYPES[expected] ?? expected;
}

/** Zod's name of a format, as JSON Schema calls it. */
export function formatName(format: string): string {
  return FORMATS[format] ?? format;
}

/** True where a bound of this origin counts members or characters instead of comparing the value. */
export function isSizeOf(origin: string | undefined): boolean {
  return origin !== undefined && SIZED.has(origin);
}
