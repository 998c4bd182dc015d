import { readPlainNumber } from '../decimal.ts';
import { soundsLikeDigitText } from '../digit-text.ts';
import { keyWords } from '../key-style.ts';
import { protectedName } from '../protected-names.ts';
import { readableText } from '../readable-text.ts';
import type { Site } from '../site.ts';
import { isWholeOnly, mayBe } from '../want.ts';
import { textOperation } from './operation-kind.ts';

/** A sign, zeros before the number, a fraction. One of three digits may as well be a group (`2.000`). */
const LONG = /^([+-]?)(0*)(0|[1-9]\d{0,14})(?:\.(\d{1,2}|\d{4,10}))?$/;

/** Behind these words stand minor units, where a fraction is a sign that somebody meant major ones. */
const MINOR = /\b(?:cents?|minor|pence|pennies|rappen|satoshis?|wei|micros?)\b/i;

/** Words of keys whose value is counted or measured. Under any other, digits with zeros before them may be a code. */
const QUANTITIES: ReadonlySet<string> = new Set([
  'age', 'attempts', 'copies', 'count', 'counted', 'day', 'days', 'depth', 'duration', 'guests', 'height', 'hour', 'hours', 'items', 'length', 'limit', 'max', 'min', 'minute',
  'minutes', 'month', 'months', 'nights', 'offset', 'page', 'pages', 'persons', 'pieces', 'priority', 'qty', 'quantity', 'retries', 'score', 'seats', 'second', 'seconds', 'size',
  'stock', 'total', 'units', 'week', 'weeks', 'weight', 'width', 'year', 'years',
]);

/**
 * `"+5"`, `"2.0"` and, for a quantity, `"07"` are `5`, `2` and `7`, the latter two where a whole number is wanted. Money is left
 * alone: in a field of cents `"49.00"` may be meant as 4900. So is what a name takes for a text of digits.
 */
export const numberFromLongForm = textOperation({
  name: 'number-from-long-form',
  class: 'lossless',
  codes: ['type', 'union', 'custom'],
  suits: ({ want, pointer }) => mayBe(want, 'number', 'integer') && want.types !== undefined && !soundsLikeDigitText(pointer),
  read: (text, site) => {
    const [, sign = '', zeros = '', whole = '', fraction = ''] = LONG.exec(readableText(text)) ?? [];
    if (whole === '' || (sign !== '+' && zeros === '' && fraction === '')) return undefined;
    return isWholeOnly(site.want) ? readWhole({ sign, zeros, whole, fraction }, site) : readPositive({ sign, zeros, whole, fraction });
  },
  inverse: (written) => `${JSON.stringify(written)}.0`,
});

interface Parts {
  readonly sign: string;
  readonly zeros: string;
  readonly whole: string;
  readonly fraction: string;
}

function readWhole({ sign, zeros, whole, fraction }: Parts, site: Site): number | undefined {
  const isRounded = fraction !== '' && (/[1-9]/.test(fraction) || mayBeMoney(site));
  const isCode = zeros !== '' && !isQuantity(site);
  return isRounded || isCode ? undefined : readPlainNumber(`${sign === '-' ? '-' : ''}${whole}`);
}

/** Where fractions are admitted, only the plus is too much. */
function readPositive({ sign, zeros, whole, fraction }: Parts): number | undefined {
  return sign === '+' && zeros === '' ? readPlainNumber(fraction === '' ? whole : `${whole}.${fraction}`) : undefined;
}

function mayBeMoney({ key, value, want }: Site): boolean {
  return protectedName(key, value) === 'money' || MINOR.test(keyWords(key).join(' ')) || want.descriptions.some((text) => MINOR.test(text));
}

function isQuantity({ key, value }: Site): boolean {
  return protectedName(key, value) === undefined && QUANTITIES.has(keyWords(key).at(-1) ?? '');
}
