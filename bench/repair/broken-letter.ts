import type { JsonObject } from '../../src/core/json.ts';
import type { Defect } from './defect.ts';
import type { JobHouse } from './job-house.ts';

/** A message that broke in a known way. */
export interface BrokenLetter {
  readonly house: JobHouse;
  readonly text: string;
  /** What it said before it broke. */
  readonly original: JsonObject;
  readonly defects: readonly Defect[];
  /** What its worker said of it. */
  readonly failure: { readonly reason: string; readonly stack: string };
}

/** The original, where running it is right; `undefined` where no repair can be right. */
export function truthOf({ original, defects }: BrokenLetter): JsonObject | undefined {
  return defects.some(({ mustNotRun }) => mustNotRun === true) ? undefined : original;
}

/** True where the original can be told from the message, its schema and its configuration alone. */
export function isRepairable({ defects }: BrokenLetter): boolean {
  return defects.every(({ repairable }) => repairable);
}
