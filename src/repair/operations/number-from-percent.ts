import { readPlainNumber } from '../decimal.ts';
import { readableText } from '../readable-text.ts';
import { shareScale } from '../share-scale.ts';
import { mayBe } from '../want.ts';
import { textOperation } from './operation-kind.ts';

/** A fraction of three digits could be a group, except behind a zero. */
const PERCENT = /^(-?)(\d{1,12})(?:[.,](\d{1,2}|(?<=^-?0[.,])\d{3,12}))? ?%$/;

/** `"80%"` is `0.8` where the schema counts shares from 0 to 1, and `80` where it counts them to 100. Where it says neither, nobody knows. */
export const numberFromPercent = textOperation({
  name: 'number-from-percent',
  class: 'lossless',
  codes: ['type', 'union', 'custom'],
  suits: ({ want, value }) => mayBe(want, 'number', 'integer') && typeof value === 'string' && /[%\uff05]/.test(value),
  read: (text, { want }) => {
    const [, sign = '', whole, fraction = ''] = PERCENT.exec(readableText(text)) ?? [];
    const scale = shareScale(want);
    if (whole === undefined || scale === undefined) return undefined;
    if (scale === 'percent') return readPlainNumber(`${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`);
    const digits = (whole + fraction).padStart(fraction.length + 3, '0');
    const point = digits.length - fraction.length - 2;
    return readPlainNumber(`${sign}${digits.slice(0, point).replace(/^0+(?=\d)/, '')}.${digits.slice(point)}`);
  },
});
