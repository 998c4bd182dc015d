import type { Operation } from '../core/operation.ts';
import { applyTogether } from './apply.ts';
import { trim } from './operations/trim.ts';
import { judged, type Subject } from './subject.ts';

/** A repair as far as it has come. */
export interface Repaired {
  readonly operations: readonly Operation[];
  readonly subject: Subject;
}

/**
 * The repair with the user's tidy paths trimmed as well, where that changes anything and the schema still accepts the
 * payload. A letter that needs no repair is not tidied.
 */
export async function tidied(repaired: Repaired, room: number): Promise<Repaired> {
  const { subject } = repaired;
  if (subject.jobType.tidy.length === 0) return repaired;
  const operations = subject.jobType.tidy
    .map((path): Operation => ({ name: trim.name, class: trim.class, path, when: { code: 'any', received: 'string' } }))
    .filter((operation) => applyTogether(subject, [operation]).payload !== subject.payload)
    .slice(0, room - repaired.operations.length);
  const after = await judged(subject, applyTogether(subject, operations).payload);
  return after.issues.length > 0 || operations.length === 0 ? repaired : { operations: [...repaired.operations, ...operations], subject: after };
}
