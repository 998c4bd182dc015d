import { readPlainNumber } from '../decimal.ts';
import { keyWords } from '../key-style.ts';
import { protectedName } from '../protected-names.ts';
import { readableText } from '../readable-text.ts';
import type { Site } from '../site.ts';
import { unitNamed, unitOf } from '../units.ts';
import { mayBe } from '../want.ts';
import { textOperation } from './operation-kind.ts';

/** A number and a word. A fraction of three digits could be a group, except behind a zero. */
const MEASURE = /^(-?\d{1,15}(?:\.\d{1,2}|(?<=^-?0)\.\d{3,})?) ?([\p{L}°][\p{L}/]{0,19})\.?$/u;

/**
 * `"250 ml"` is `250` where the key or the documentation counts in millilitres, and `"5 seats"` is `5` under `seats`. Nothing
 * is converted: another unit, money, or a place whose unit nobody names is left alone.
 */
export const numberFromUnitText = textOperation({
  name: 'number-from-unit-text',
  class: 'lossless',
  codes: ['type', 'union', 'custom'],
  suits: ({ want, key }) => mayBe(want, 'number', 'integer') && !keyWords(key).some((word) => word === 'per' || protectedName(word, undefined) === 'money'),
  read: (text, site) => {
    const [, number, word = ''] = MEASURE.exec(readableText(text)) ?? [];
    return number !== undefined && counts(site, word) ? readPlainNumber(withoutZeros(number)) : undefined;
  },
});

/** `2.0 kg` counts as whole kilograms: a unit leaves no doubt that the dot is no group and the number no minor one. */
function withoutZeros(number: string): string {
  return number.replace(/\.0{1,2}$/, '');
}

function counts(site: Site, word: string): boolean {
  const unit = unitNamed(word);
  if (unit !== undefined) return unitOf(site) === unit;
  return unitOf(site) === undefined && word.length > 2 && singular(word.toLowerCase()) === singular(keyWords(site.key).at(-1) ?? '');
}

function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/s$/, '');
}
