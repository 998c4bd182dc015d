import { readPlainNumber } from '../decimal.ts';
import { mayBe } from '../want.ts';
import { textOperation } from './operation-kind.ts';

/**
 * `"42"` is `42`, `"49.90"` is `49.9`: only what prints as it was written. Where the schema may want whole numbers,
 * `"49.00"` is not read: in a field of cents it may be meant as 4900.
 */
export const numberFromString = textOperation({
  name: 'number-from-string',
  class: 'lossless',
  codes: ['type', 'union', 'enum', 'const', 'custom'],
  suits: ({ want }) => mayBe(want, 'number', 'integer'),
  read: (text, { want }) => {
    const numeral = text.trim();
    const value = readPlainNumber(numeral);
    const isRounded = Number.isInteger(value) && numeral.includes('.');
    return isRounded && want.types?.has('number') !== true ? undefined : value;
  },
  inverse: (written) => JSON.stringify(written),
});
