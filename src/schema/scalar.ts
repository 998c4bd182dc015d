/** True for what stands in JSON Schemas as a value of its own: a text, a number, a boolean, null. */
export function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}
