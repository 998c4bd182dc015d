import { jsonTypeOf, type Json } from '../../core/json.ts';
import { toPointer, valueAt } from '../../core/json-pointer.ts';
import type { IssueCode, SchemaIssue } from '../../core/payload-schema.ts';
import { expectedText, MOST_ISSUES, toIssue } from '../issue.ts';

/** What Joi says of one place. */
export interface JoiDetail {
  readonly message: string;
  readonly path: readonly (string | number)[];
  /** The rule: `number.base`, `any.required`. */
  readonly type: string;
  readonly context?: Readonly<Record<string, unknown>>;
}

/** Joi's complaints in mendq's words. */
export function joiIssues(details: readonly JoiDetail[], payload: Json): readonly SchemaIssue[] {
  return details.slice(0, MOST_ISSUES).map(({ message, path, type, context = {} }) => {
    const [code, expected] = meaningOf(type, context, valueAt(payload, toPointer(path)));
    return toIssue(payload, { path, code, expected, message });
  });
}

const SIMPLE: ReadonlyMap<string, readonly [IssueCode, string]> = new Map<string, readonly [IssueCode, string]>([
  ['any.required', ['missing', '']], ['any.unknown', ['unknown-key', '']], ['object.unknown', ['unknown-key', '']],
  ['number.integer', ['type', 'integer']], ['number.positive', ['too-small', '0']], ['number.negative', ['too-big', '0']],
  ['string.empty', ['too-short', '1']], ['string.guid', ['format', 'uuid']], ['string.uri', ['format', 'uri']], ['string.isoDate', ['format', 'date-time']],
  ['date.base', ['format', '']], ['date.format', ['format', '']], ['alternatives.match', ['union', '']], ['alternatives.any', ['union', '']],
]);

const BOUNDS: Readonly<Record<string, IssueCode>> = {
  'number.min': 'too-small', 'number.greater': 'too-small', 'number.max': 'too-big', 'number.less': 'too-big',
  'string.min': 'too-short', 'string.max': 'too-long', 'array.min': 'too-short', 'array.max': 'too-long', 'object.min': 'too-short', 'object.max': 'too-long',
};

/** Rules of texts that are formats by another name. */
const FORMATS = /^string\.(email|hostname|ip|isoDuration|base64|hex|creditCard|dataUri|domain|token|alphanum)/;

function meaningOf(type: string, context: Readonly<Record<string, unknown>>, value: Json | undefined): readonly [IssueCode, string] {
  const simple = SIMPLE.get(type);
  if (simple !== undefined) return simple;
  const bound = BOUNDS[type];
  if (bound !== undefined) return [bound, expectedText(context['limit'])];
  if (type.endsWith('.length')) return lengthMeaning(value, context['limit']);
  if (type === 'any.only') return onlyMeaning(context['valids']);
  if (type === 'alternatives.types') return ['union', expectedText(context['types'])];
  if (type === 'number.multiple') return ['multiple-of', expectedText(context['multiple'])];
  if (type.startsWith('string.pattern')) return ['pattern', context['regex'] instanceof RegExp ? context['regex'].source : ''];
  return namedMeaning(type);
}

/** What the name of a rule says by itself: `number.base`, `string.email`. */
function namedMeaning(type: string): readonly [IssueCode, string] {
  const [kind = '', rule] = type.split('.');
  if (rule === 'base') return ['type', kind === 'any' ? '' : kind];
  const format = FORMATS.exec(type)?.[1];
  return format === undefined ? ['custom', ''] : ['format', format];
}

function lengthMeaning(value: Json | undefined, limit: unknown): readonly [IssueCode, string] {
  const length = typeof value === 'string' || Array.isArray(value) ? value.length : 0;
  return [length > Number(limit) ? 'too-long' : 'too-short', expectedText(limit)];
}

function onlyMeaning(valids: unknown): readonly [IssueCode, string] {
  // References to other members are no values.
  const values = Array.isArray(valids) ? valids.filter((value) => value === null || jsonTypeOf(value as Json) !== 'object') : [];
  return [values.length === 1 ? 'const' : 'enum', expectedText(values)];
}
