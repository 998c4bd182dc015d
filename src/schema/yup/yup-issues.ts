import type { Json } from '../../core/json.ts';
import { toPointer, valueAt } from '../../core/json-pointer.ts';
import type { IssueCode, SchemaIssue } from '../../core/payload-schema.ts';
import { expectedText, MOST_ISSUES, toIssue } from '../issue.ts';

/** An error of Yup about one place. */
export interface YupError {
  readonly message: string;
  /** `lines[0].quantity`, keys with other characters quoted; absent for the whole value. */
  readonly path?: string;
  /** The test: `typeError`, `optionality`, `min`. */
  readonly type?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Yup's errors in mendq's words. */
export function yupIssues(errors: readonly YupError[], payload: Json): readonly SchemaIssue[] {
  return errors.slice(0, MOST_ISSUES).flatMap(({ message, path: text = '', type = '', params = {} }) => {
    const path = segmentsOf(text);
    if (type === 'noUnknown' || type === 'exact') {
      const keys = unknownKeys(params[type === 'exact' ? 'properties' : 'unknown']);
      return keys.map((key) => toIssue(payload, { path: [...path, key], code: 'unknown-key', expected: '', message }));
    }
    const [code, expected] = meaningOf(type, params, valueAt(payload, toPointer(path)));
    return [toIssue(payload, { path, code, expected, message })];
  });
}

/** Yup joins the names for its sentence. */
function unknownKeys(names: unknown): readonly string[] {
  if (Array.isArray(names)) return names.map(String);
  return typeof names === 'string' ? names.split(', ') : [];
}

function segmentsOf(path: string): readonly string[] {
  return [...path.matchAll(/\["([^"]*)"\]|\[(\d+)\]|([^.[\]]+)/g)].map(([, quoted, index, plain]) => quoted ?? index ?? plain ?? '');
}

const SIMPLE: Readonly<Record<string, readonly [IssueCode, string]>> = {
  email: ['format', 'email'], url: ['format', 'uri'], uuid: ['format', 'uuid'], datetime: ['format', 'date-time'],
  optionality: ['missing', ''], defined: ['missing', ''], nullable: ['type', ''], integer: ['type', 'integer'],
};

function meaningOf(type: string, params: Readonly<Record<string, unknown>>, value: Json | undefined): readonly [IssueCode, string] {
  const simple = SIMPLE[type];
  if (simple !== undefined) return simple;
  switch (type) {
    case 'typeError':
      return typeMeaning(params['type']);
    case 'required':
      return requiredMeaning(value);
    case 'oneOf':
      return ['enum', typeof params['values'] === 'string' ? params['values'].split(', ').join('|') : ''];
    case 'matches':
      return ['pattern', params['regex'] instanceof RegExp ? params['regex'].source : ''];
    default:
      return boundMeaning(type, params, value);
  }
}

/** To Yup, an empty text or list is not there. */
function requiredMeaning(value: Json | undefined): readonly [IssueCode, string] {
  if (value === undefined) return ['missing', ''];
  return value === null ? ['type', ''] : ['too-short', '1'];
}

/** Of a date, only the form of its text can be wrong. */
function typeMeaning(type: unknown): readonly [IssueCode, string] {
  if (type === 'date') return ['format', ''];
  return ['type', type === 'tuple' ? 'array' : expectedText(type)];
}

function boundMeaning(type: string, params: Readonly<Record<string, unknown>>, value: Json | undefined): readonly [IssueCode, string] {
  const sized = typeof value === 'string' || Array.isArray(value);
  if (type === 'length') return [sized && value.length > Number(params['length']) ? 'too-long' : 'too-short', expectedText(params['length'])];
  if (type === 'min') return [sized ? 'too-short' : 'too-small', expectedText(params['min'] ?? params['more'])];
  if (type === 'max') return [sized ? 'too-long' : 'too-big', expectedText(params['max'] ?? params['less'])];
  return ['custom', ''];
}
