import { parseJson, type Json } from '../../core/json.ts';
import { toPointer } from '../../core/json-pointer.ts';
import type { IssueCode, SchemaIssue } from '../../core/payload-schema.ts';
import { expectedText, MOST_ISSUES, toIssue } from '../issue.ts';
import { unionIssues } from '../union.ts';

/** An issue of Valibot. */
export interface ValibotIssue {
  readonly kind: string;
  /** The schema or the action that refused: `number`, `min_value`. */
  readonly type: string;
  readonly message: string;
  /** What was wanted, as TypeScript writes it: `number`, `("LOW" | "HIGH")`. */
  readonly expected?: string | null;
  readonly requirement?: unknown;
  readonly path?: readonly { readonly key?: unknown }[];
  /** What the alternatives of a union said. */
  readonly issues?: readonly ValibotIssue[];
}

/** Valibot's issues in mendq's words. `prefix` is where the issues' paths begin; those inside a union are relative. */
export function valibotIssues(issues: readonly ValibotIssue[], payload: Json, prefix: readonly string[] = []): readonly SchemaIssue[] {
  return issues.slice(0, MOST_ISSUES).flatMap((issue) => {
    const path = [...prefix, ...(issue.path ?? []).map(({ key }) => String(key))];
    if (issue.kind === 'schema' && issue.type === 'union') return inUnion(issue, payload, path);
    const [code, expected] = issue.kind === 'schema' ? schemaMeaning(issue) : actionMeaning(issue);
    return [toIssue(payload, { path, code, expected, message: issue.message })];
  });
}

/** Valibot lists what all alternatives said together: each issue speaks for one. */
function inUnion({ issues = [], message }: ValibotIssue, payload: Json, path: readonly string[]): readonly SchemaIssue[] {
  const alternatives = issues.slice(0, MOST_ISSUES).map((issue) => valibotIssues([issue], payload, path));
  return unionIssues(payload, toPointer(path), alternatives, message);
}

const TYPES: Readonly<Record<string, string>> = { Object: 'object', Array: 'array', string: 'string', number: 'number', boolean: 'boolean', null: 'null' };

function schemaMeaning({ type, expected }: ValibotIssue): readonly [IssueCode, string] {
  const wanted = expected ?? '';
  if (wanted === 'never') return ['unknown-key', ''];
  if (type === 'picklist' || type === 'enum' || type === 'variant') return ['enum', valuesIn(wanted)];
  if (type === 'literal') return ['const', valuesIn(wanted)];
  const known = alternativesIn(wanted).map((name) => TYPES[name]);
  if (known.every((name) => name !== undefined) && known.length > 0) return ['type', known.join('|')];
  // A member that is not there is told by its key.
  return wanted.startsWith('"') ? ['missing', ''] : ['custom', ''];
}

function alternativesIn(expected: string): readonly string[] {
  return expected.replace(/^\((.*)\)$/s, '$1').split(' | ').filter((name) => name !== 'undefined');
}

function valuesIn(expected: string): string {
  return alternativesIn(expected).map((text) => expectedText(parseJson(text) ?? text)).join('|');
}

const ACTIONS: ReadonlyMap<string, IssueCode> = new Map([
  ['min_value', 'too-small'], ['gt_value', 'too-small'], ['max_value', 'too-big'], ['lt_value', 'too-big'], ['multiple_of', 'multiple-of'],
  ['min_length', 'too-short'], ['non_empty', 'too-short'], ['min_graphemes', 'too-short'], ['min_entries', 'too-short'],
  ['max_length', 'too-long'], ['max_graphemes', 'too-long'], ['max_entries', 'too-long'], ['value', 'const'], ['values', 'enum'], ['regex', 'pattern'],
]);

const FORMATS: Readonly<Record<string, string>> = {
  email: 'email', rfc_email: 'email', url: 'uri', uuid: 'uuid', iso_date: 'date', iso_timestamp: 'date-time', iso_date_time: 'iso_date_time', ip: 'ip', ipv4: 'ipv4', ipv6: 'ipv6',
};

function actionMeaning({ type, requirement }: ValibotIssue): readonly [IssueCode, string] {
  if (type === 'integer' || type === 'safe_integer') return ['type', 'integer'];
  const format = FORMATS[type];
  if (format !== undefined) return ['format', format];
  const code = ACTIONS.get(type);
  if (code === undefined) return ['custom', ''];
  if (type === 'non_empty') return [code, '1'];
  return [code, requirement instanceof RegExp ? requirement.source : expectedText(requirement ?? '')];
}
