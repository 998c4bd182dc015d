import type { Operation as PatchOperation } from 'fast-json-patch';
import { compare } from 'fast-json-patch/commonjs/duplex.js';
import type { Json, JsonObject } from '../core/json.ts';
import { valueAt } from '../core/json-pointer.ts';
import type { Redactor } from '../core/redactor.ts';

/** A difference as it may be shown and kept in the audit. */
export interface RedactedDifference {
  readonly before: Json | undefined;
  readonly after: Json;
  /** RFC 6902. A changed secret appears as a change to `[redacted]`. */
  readonly patch: readonly PatchOperation[];
}

/** What changes from one payload to another, with nothing in it that no output may show. */
export function redactedDifference(before: Json | undefined, after: Json, redactor: Redactor): RedactedDifference {
  const shown = redactor.value(after);
  const patch = isDocument(before) && isDocument(after) ? compare(before, after) : [{ op: 'replace' as const, path: '', value: after }];
  // Compared as they are: two secrets look alike once they are hidden.
  return {
    before: before === undefined ? undefined : redactor.value(before),
    after: shown,
    patch: patch.map((operation): PatchOperation => {
      const path = redactor.text(operation.path);
      return operation.op === 'remove' ? { op: 'remove', path } : { op: operation.op === 'add' ? 'add' : 'replace', path, value: valueAt(shown, operation.path) ?? null };
    }),
  };
}

function isDocument(value: Json | undefined): value is JsonObject | Json[] {
  return typeof value === 'object' && value !== null;
}
