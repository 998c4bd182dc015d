import { readPlainNumber } from '../decimal.ts';
import { readableText } from '../readable-text.ts';
import { statedSigns } from '../stated-locale.ts';
import { mayBe } from '../want.ts';
import { textOperation } from './operation-kind.ts';

/**
 * `"42"` is `42`, `"49.90"` is `49.9`: only what prints as it was written, characters that nobody sees and full-width
 * digits aside. Where the schema may want whole numbers, `"49.00"` is not read: in a field of cents it may be meant as
 * 4900. Nor is `"1.299"` where the configuration says that such a dot groups.
 */
export const numberFromString = textOperation({
  name: 'number-from-string',
  class: 'lossless',
  codes: ['type', 'union', 'enum', 'const', 'custom'],
  suits: ({ want }) => mayBe(want, 'number', 'integer'),
  read: (text, site) => {
    const numeral = readableText(text);
    const value = readPlainNumber(numeral);
    const isRounded = Number.isInteger(value) && numeral.includes('.');
    if (value === undefined || (isRounded && site.want.types?.has('number') !== true)) return undefined;
    return /^-?[1-9]\d{0,2}\.\d{3}$/.test(numeral) && groupsWithDot(site) ? undefined : value;
  },
  inverse: (written) => JSON.stringify(written),
});

function groupsWithDot(site: Parameters<typeof statedSigns>[0]): boolean {
  const signs = statedSigns(site);
  return signs?.declared === true && signs.group === '.';
}
