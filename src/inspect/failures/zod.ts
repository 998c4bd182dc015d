import { isJsonObject, parseJson, type Json } from '../../core/json.ts';
import { mask } from '../mask.ts';
import type { FailureText } from '../failure-text.ts';
import type { Recognition } from './recogniser.ts';

const CLASSES = new Set(['ZodError', '$ZodError', 'ZodRealError']);
const MAX_ISSUES = 32;
const PRETTY = /✖ [^\n✖]{1,400}\n {2}→ at \S/;

/** Zod 3 and 4: the message is a JSON array of issues with a code and a path. */
export function recogniseZod({ errorClass, message }: FailureText): Recognition | undefined {
  const listed = message.startsWith('[') ? parseJson(message) : undefined;
  const issues = Array.isArray(listed) ? listed.slice(0, MAX_ISSUES).flatMap(readIssue) : [];
  if (!CLASSES.has(errorClass) && issues.length === 0) return isQuoted(message) ? { library: 'zod' } : undefined;
  // A message that was cut is no JSON any more; its kind is then as much as its words show.
  const kinds = [...new Set(issues)].toSorted().join(', ');
  return { library: 'zod', template: kinds === '' ? mask(message) : kinds, details: kinds === '' ? {} : { issues: kinds } };
}

/** Zod's issues, or the list that `prettifyError` makes of them, behind words of the application. */
function isQuoted(message: string): boolean {
  const start = message.indexOf(': [');
  const listed = start < 0 ? undefined : parseJson(message.slice(start + 2));
  return PRETTY.test(message) || (Array.isArray(listed) && listed.slice(0, MAX_ISSUES).flatMap(readIssue).length > 0);
}

function readIssue(issue: Json): string[] {
  if (!isJsonObject(issue) || typeof issue['code'] !== 'string' || !Array.isArray(issue['path'])) return [];
  const path = issue['path'].map((part) => (typeof part === 'string' ? part.slice(0, 64) : '[*]')).join('.');
  return [`${issue['code'].slice(0, 64)} at ${path === '' ? 'the root' : path}`];
}
