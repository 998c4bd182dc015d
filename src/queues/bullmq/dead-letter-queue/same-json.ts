import { jsonEqual, parseJson } from '../../../core/json.ts';

/** True where two JSON texts hold the same value. False, too, where one is no JSON or nested deeper than can be compared. */
export function sameJson(left: string, right: string): boolean {
  if (left === right) return true;
  const [leftValue, rightValue] = [parseJson(left), parseJson(right)];
  try {
    return leftValue !== undefined && rightValue !== undefined && jsonEqual(leftValue, rightValue);
  } catch {
    return false;
  }
}
