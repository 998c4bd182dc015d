import { readPlainNumber } from '../decimal.ts';
import { isWholeOnly, mayBe } from '../want.ts';
import { textOperation } from './operation-kind.ts';

/**
 * `"42"` is `42`, `"49.90"` is `49.9`: only what prints as it was written. Where a whole number is wanted a decimal point
 * is no matter of form: `"49.00"` in a field of cents may be meant as 4900.
 */
export const numberFromString = textOperation({
  name: 'number-from-string',
  class: 'lossless',
  codes: ['type', 'union', 'enum', 'const', 'custom'],
  suits: ({ want }) => mayBe(want, 'number', 'integer'),
  read: (text, { want }) => {
    const numeral = text.trim();
    return isWholeOnly(want) && numeral.includes('.') ? undefined : readPlainNumber(numeral);
  },
  inverse: (written) => JSON.stringify(written),
});
