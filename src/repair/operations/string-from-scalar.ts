import { hasLostNoZeros, soundsLikeDigitText } from '../digit-text.ts';
import { mayBe } from '../want.ts';
import { valueOperation } from './operation-kind.ts';

/**
 * `43053796` is `"43053796"`, `true` is `"true"`: only numbers that JavaScript holds and prints exactly, and no digits that
 * may have begun with zeros, unless the schema has no room for any.
 */
export const stringFromScalar = valueOperation({
  name: 'string-from-scalar',
  class: 'lossless',
  guard: { codes: ['type', 'union', 'enum', 'const', 'custom'], received: ['integer', 'number', 'boolean'] },
  suits: ({ want, pointer, value }) =>
    mayBe(want, 'string') && (typeof value !== 'number' || !soundsLikeDigitText(pointer) || hasLostNoZeros(String(value), want)),
  read: (value) => {
    if (typeof value === 'boolean') return String(value);
    // Above 2^53 the number in the payload may already be another one than was sent.
    if (typeof value !== 'number' || (Number.isInteger(value) && !Number.isSafeInteger(value))) return undefined;
    const text = String(value);
    return /e/.test(text) ? undefined : text;
  },
  inverse: (written) => (typeof written === 'string' ? (JSON.parse(written) as boolean | number) : written),
});
