import { parseJson } from '../../core/json.ts';

/** The attempts' stack texts, oldest first, from BullMQ's `stacktrace` field. A field that is no such list gives its own text as one entry. */
export function stackList(field: string | undefined): readonly string[] {
  if (field === undefined || field === '') return [];
  const parsed = parseJson(field);
  if (parsed === null) return [];
  if (!Array.isArray(parsed)) return [field];
  return parsed.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)));
}
