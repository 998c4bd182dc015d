import { configError } from '../core/errors.ts';
import { isSafePointer } from '../core/json-pointer.ts';

const KNOWN: readonly string[] = ['keys', 'pointers'];

/** Checks what is to be hidden in all payloads. Throws `MENDQ_E_CONFIG` that names the place and the remedy. */
export function checkRedact(redact: unknown): void {
  if (redact === undefined) return;
  if (typeof redact !== 'object' || redact === null || Array.isArray(redact)) throw configError('redact', 'it is not an object', "Write redact: { keys: ['email'], pointers: ['/customer/name'] }.");
  const unknown = Object.keys(redact).find((key) => !KNOWN.includes(key));
  if (unknown !== undefined) throw configError(`redact.${unknown}`, 'there is no such setting', `Known: ${KNOWN.join(', ')}.`);
  const { keys, pointers } = redact as { readonly keys?: unknown; readonly pointers?: unknown };
  if (keys !== undefined && !(Array.isArray(keys) && keys.every(isKey))) {
    throw configError('redact.keys', 'it is not a list of key names', "Write redact: { keys: ['email', 'phone'] }; for a place use pointers.");
  }
  checkRedactPointers(pointers, 'redact.pointers');
}

/** Checks a list of redacted places; `where` names it. Throws like `checkRedact`. */
export function checkRedactPointers(pointers: unknown, where: string): void {
  if (pointers === undefined) return;
  if (!Array.isArray(pointers)) throw configError(where, 'it is not a list', "Write ['/customer/email'].");
  for (const pointer of pointers) {
    if (typeof pointer !== 'string' || !isSafePointer(pointer)) {
      throw configError(where, `${JSON.stringify(pointer)} is not a JSON Pointer`, 'Write for example "/customer/email" or "/items/[*]/iban"; "" hides the whole payload.');
    }
  }
}

/** A pointer among the keys would hide nothing, and nobody would notice. */
function isKey(key: unknown): boolean {
  return typeof key === 'string' && /[^_-]/.test(key) && !key.includes('/');
}
