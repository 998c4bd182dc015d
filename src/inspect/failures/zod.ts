import { isJsonObject, parseJson, type Json } from '../../core/json.ts';
import { mask } from '../mask.ts';
import type { FailureText } from '../failure-text.ts';
import { complaintTemplate, maskedPath } from './complaints.ts';
import type { Recognition } from './recogniser.ts';
import { readZodReport } from './zod-reports.ts';

const CLASSES = new Set(['ZodError', '$ZodError', 'ZodRealError', 'ZodValidationError', '$ZodValidationError']);
const MAX_ISSUES = 32;
/** Where Zod's own printing separates two issues. */
const NEXT_ISSUE = '\n  },';

/** Zod 3 and 4: a list of issues as JSON, alone or behind words of the application, or one of the reports that are made of it. */
export function recogniseZod({ errorClass, message }: FailureText): Recognition | undefined {
  const start = issuesStart(message);
  const kinds = start < 0 ? [] : readIssues(message.slice(start));
  if (kinds.length > 0) return recognition(message.slice(0, start), kinds);
  const report = readZodReport(message);
  if (report !== undefined) return recognition(report.prefix, report.kinds);
  return CLASSES.has(errorClass) ? { library: 'zod', template: mask(message) } : undefined;
}

function recognition(prefix: string, kinds: readonly string[]): Recognition {
  return { library: 'zod', template: complaintTemplate(prefix, kinds), details: { issues: complaintTemplate('', kinds) } };
}

function issuesStart(message: string): number {
  if (message.startsWith('[')) return 0;
  const behindWords = message.search(/[\s:=]\[\s{0,8}\{/);
  return behindWords < 0 ? -1 : behindWords + 1;
}

/** A message that was cut is read up to its last whole issue. */
function readIssues(text: string): string[] {
  const last = text.lastIndexOf(NEXT_ISSUE);
  const listed = parseJson(text) ?? (last < 0 ? undefined : parseJson(`${text.slice(0, last)}\n  }]`));
  return Array.isArray(listed) ? listed.slice(0, MAX_ISSUES).flatMap(readIssue) : [];
}

function readIssue(issue: Json): string[] {
  if (!isJsonObject(issue) || typeof issue['code'] !== 'string' || !Array.isArray(issue['path'])) return [];
  const path = issue['path'].map((part) => (typeof part === 'string' ? maskedPath(part.slice(0, 64)) : '[*]')).join('.');
  return [`${issue['code'].slice(0, 64)} at ${path === '' ? 'the root' : path}`];
}
