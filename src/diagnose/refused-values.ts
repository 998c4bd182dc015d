import type { InspectedLetter } from '../core/inspected-letter.ts';
import type { Json } from '../core/json.ts';
import { coversPointer, pointerSegments, valueAt, type Pointer } from '../core/json-pointer.ts';
import type { IssueCode } from '../core/payload-schema.ts';

/** A value that the schema refuses. */
export interface RefusedValue {
  readonly pointer: Pointer;
  /** The key under which it stands, `''` for the whole payload. */
  readonly key: string;
  readonly code: IssueCode;
  readonly value: Json;
  /** What the schema wants there: a type, a format, a pattern; `''` where it does not say. */
  readonly expected: string;
}

/** Issues that are looked at; an attack needs no more. */
const MAX_ISSUES = 64;

/** The values that the schema refuses, without those that stand in declared free text: any text may stand there. */
export function refusedValues({ letter, jobType, schemaCheck }: InspectedLetter): RefusedValue[] {
  if (schemaCheck.kind !== 'invalid') return [];
  return schemaCheck.issues.slice(0, MAX_ISSUES).flatMap(({ pointer, code, expected }): RefusedValue[] => {
    const value = valueAt(letter.payload, pointer);
    if (value === undefined || jobType.freeText.some((pattern) => coversPointer(pattern, pointer))) return [];
    return [{ pointer, key: pointerSegments(pointer).at(-1) ?? '', code, value, expected }];
  });
}
