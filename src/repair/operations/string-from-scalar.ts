import { readPlainNumber } from '../decimal.ts';
import { hasLostNoZeros, soundsLikeDigitText } from '../digit-text.ts';
import { onlyMember } from '../enum-text.ts';
import { mayBe } from '../want.ts';
import { valueOperation } from './operation-kind.ts';

/**
 * `43053796` is `"43053796"`, and `true` is `"true"` where that is an allowed value: only whole numbers that JavaScript holds and prints exactly, and no digits
 * that may have begun with zeros, unless the schema has no room for any. A fraction is left alone, except where only one
 * allowed value has it: `1.1` may have been the version `1.10`, and `49.9` the price `49.90`.
 */
export const stringFromScalar = valueOperation({
  name: 'string-from-scalar',
  class: 'lossless',
  guard: { codes: ['type', 'union', 'enum', 'const', 'custom'], received: ['integer', 'number', 'boolean'] },
  suits: ({ want, pointer, value }) =>
    mayBe(want, 'string') && (typeof value !== 'number' || !soundsLikeDigitText(pointer) || hasLostNoZeros(String(value), want)),
  read: (value, { want: { members } }) => {
    // `NO` for Norway and `ON` for Ontario are booleans to YAML: only an allowed value proves that `false` was meant.
    if (typeof value === 'boolean') return onlyMember(members, (member) => member === String(value));
    if (typeof value !== 'number') return undefined;
    if (!Number.isInteger(value)) return onlyMember(members, (member) => readPlainNumber(member) === value);
    // Above 2^53 the number in the payload may already be another one than was sent.
    return Number.isSafeInteger(value) ? String(value) : undefined;
  },
  inverse: (written) => (typeof written === 'string' ? (JSON.parse(written) as boolean | number) : written),
});
