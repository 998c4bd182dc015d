import { readPlainNumber } from '../decimal.ts';
import { soundsLikeDigitText } from '../digit-text.ts';
import { elementWant } from '../element-want.ts';
import { protectedName } from '../protected-names.ts';
import { readableText } from '../readable-text.ts';
import { isWholeOnly } from '../want.ts';
import { mayBeGrouped } from './number-from-grouped-text.ts';
import { textOperation } from './operation-kind.ts';

const MOST_PARTS = 1000;

/** Signs that stand in no number. */
const STRONG = [';', '|', '\n'] as const;

/**
 * `"101, 102,103"` is `[101, 102, 103]` where a list of whole numbers is wanted. Not where the text may be one number
 * (`"101,102"`, `"1 234"`, `"7,5"`), nor under a name for money or for digits that are no number. Where fractions are
 * wanted a comma divides only with a blank behind it.
 */
export const listOfNumbers = textOperation({
  name: 'list-of-numbers',
  class: 'lossless',
  codes: ['type', 'union'],
  suits: ({ want, pointer, key, value }) => want.types?.has('array') === true && !want.types.has('string') && !soundsLikeDigitText(pointer) && protectedName(key, value) === undefined,
  read: (text, site) => {
    const want = elementWant(site);
    const types = [...(want?.types ?? [])];
    if (want === undefined || types.length === 0 || !types.every((type) => type === 'integer' || type === 'number')) return undefined;
    const wholeOnly = isWholeOnly(want);
    const numbers = partsOf(readableText(text).replace(/^\{([^{}]*)\}$/, '$1'), wholeOnly).map(readPlainNumber);
    const isList = numbers.length > 1 && numbers.length <= MOST_PARTS;
    const found = numbers.filter((number): number is number => number !== undefined && (!wholeOnly || Number.isInteger(number)));
    return isList && found.length === numbers.length ? found : undefined;
  },
  inverse: (written) => (Array.isArray(written) ? written.map((part) => JSON.stringify(part)).join(';') : written),
});

/** The parts of a list, empty where the signs may be those of one number. */
function partsOf(text: string, wholeOnly: boolean): readonly string[] {
  const strong = STRONG.find((sign) => text.includes(sign));
  if (strong !== undefined) return split(text, strong);
  if (!text.includes(',')) return mayBeGrouped(text, ' ') ? [] : split(text, /[ \t]+/);
  const parts = split(text, ',');
  if (!wholeOnly) return /,(?![ \t])/.test(text) ? [] : parts;
  if (/,[ \t]|[ \t],/.test(text)) return parts;
  return parts.length < 3 || mayBeGrouped(text, ',') ? [] : parts;
}

function split(text: string, sign: string | RegExp): readonly string[] {
  return text.split(sign).map((part) => part.trim());
}
