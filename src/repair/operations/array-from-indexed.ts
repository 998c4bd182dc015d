import { isJsonObject, type Json } from '../../core/json.ts';
import { valueOperation } from './operation-kind.ts';

/** `{ "0": "a", "1": "b" }` is `["a", "b"]` where a list is wanted: forms and PHP write a list so. The keys have to count from 0 without a gap. */
export const arrayFromIndexed = valueOperation({
  name: 'array-from-indexed',
  class: 'lossless',
  opens: true,
  guard: { codes: ['type', 'union'], received: ['object'] },
  suits: ({ want }) => want.types?.has('array') === true && !want.types.has('object'),
  read: (value) => (isIndexed(value) ? Object.values(value) : undefined),
  inverse: (written) => (Array.isArray(written) ? Object.fromEntries(written.entries()) : written),
});

/** True for an object whose keys are those of a list. */
export function isIndexed(value: Json | undefined): value is { [key: string]: Json } {
  if (!isJsonObject(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key, index) => key === String(index));
}
