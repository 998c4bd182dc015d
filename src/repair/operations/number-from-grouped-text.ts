import { isJsonObject, type Json } from '../../core/json.ts';
import { readPlainNumber } from '../decimal.ts';
import { readableText } from '../readable-text.ts';
import { decimalShownBeside } from '../shown-decimal.ts';
import { plainSign, statedSigns, type NumberSigns } from '../stated-locale.ts';
import { isWholeOnly, mayBe } from '../want.ts';
import type { Edit } from '../edit.ts';
import type { OperationKind, Proposal } from './operation-kind.ts';

/** Signs that stand between groups of digits. Blanks of other widths are read as the plain one. */
const GROUPS = [',', '.', '\'', '\u2019', ' ', '_'] as const;

const DECIMALS = ['.', ','] as const;

interface Signs {
  readonly group?: string;
  readonly decimal?: string;
}

/**
 * `"1,072"` is `1072`, `"1.234,56"` is `1234.56`, `"12,34,567"` is `1234567`. Each way to read the signs is a proposal of
 * its own; where the signs admit two (`"1,234"`), nobody can decide, whatever the bounds say. One dot alone (`"1.299"`)
 * is read as a decimal point by most writers, so the other reading is only a rival.
 *
 * Where the type wants whole numbers no sign is read as decimal: people write `"1,072"` pages, and no page has a
 * fraction. `"2,000"` is different: as a decimal it is whole too (2), so that its grouped reading is only a rival.
 *
 * A stated language decides between the readings. One that only the payload states does not where a program may have
 * written the decimal point (`"1.299"`), whatever the language of its user. A number beside it that shows which sign is
 * the decimal one (`"1.234,5"`) speaks against readings in which that sign groups.
 */
export const numberFromGroupedText: OperationKind = {
  name: 'number-from-grouped-text',
  class: 'lossless',
  guard: { codes: ['type', 'union', 'custom'], received: ['string'] },
  propose: (site) => {
    const { want, value } = site;
    if (!mayBe(want, 'number', 'integer') || typeof value !== 'string') return [];
    const text = readableText(value);
    const wholeOnly = isWholeOnly(want);
    const readable = readings(text, wholeOnly);
    const shown = readable.length === 0 ? undefined : decimalShownBeside(site);
    const found = readable.map(({ signs, rival }) => ({ signs, rival: rival || (shown !== undefined && signs.group === shown) }));
    const stated = found.length === 0 ? undefined : statedSigns(site);
    return (stated === undefined ? found : inLanguage(found, text, stated, wholeOnly)).map(({ signs, rival }): Proposal => ({ with: { ...signs }, ...(rival && { rival }) }));
  },
  act: (site, parameters): Edit | undefined => {
    if (typeof site.value !== 'string' || !isJsonObject(parameters)) return undefined;
    const value = readNumber(readableText(site.value), parameters['group'], parameters['decimal']);
    return value === undefined ? undefined : { kind: 'set', pointer: site.pointer, value };
  },
};

interface Reading {
  readonly signs: Signs;
  readonly rival: boolean;
}

function readings(text: string, wholeOnly: boolean): readonly Reading[] {
  if (!/^-?\d[\d,.'\u2019 _]*\d$/.test(text)) return [];
  const decimals = wholeOnly ? [undefined] : [undefined, ...DECIMALS];
  const all = [undefined, ...GROUPS].flatMap((group) => decimals.map((decimal): Signs => ({ ...(group && { group }), ...(decimal && { decimal }) })));
  return all
    .filter(({ group, decimal }) => group !== decimal && !isPlain(group, decimal) && readNumber(text, group, decimal) !== undefined)
    .map((signs) => ({ signs, rival: isLoneSign(text, signs) }));
}

/** What remains of the readings in a language: those in its signs. Where there are none, those with both signs, or with one that means nothing else in it. */
function inLanguage(found: readonly Reading[], text: string, stated: NumberSigns, wholeOnly: boolean): readonly Reading[] {
  const fitting = found.filter(({ signs: { group, decimal } }) => (group === undefined || plainSign(group) === stated.group) && (decimal === undefined || decimal === stated.decimal));
  if (fitting.length === 0) return readPlainNumber(text) !== undefined && (stated.decimal === '.' || !isGroupedByDot(text)) ? [] : found.filter(({ signs: { group, decimal } }) => isGroupedByDot(text) || (group !== undefined && decimal !== undefined) || (group !== stated.decimal && decimal !== stated.group));
  const mayBeWrittenByProgram = !stated.declared && !wholeOnly && stated.group === '.' && isGroupedByDot(text);
  return mayBeWrittenByProgram ? found : fitting.map(({ signs }) => ({ signs, rival: false }));
}

function isGroupedByDot(text: string): boolean {
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(text);
}

/** The form that JSON has itself, which another operation reads. */
function isPlain(group: string | undefined, decimal: string | undefined): boolean {
  return group === undefined && decimal === '.';
}

/** True where the one sign that groups may as well be the decimal one. A comma in a fraction is a proposal of its own. */
function isLoneSign(text: string, { group, decimal }: Signs): boolean {
  if (decimal !== undefined || group === undefined || text.indexOf(group) !== text.lastIndexOf(group)) return false;
  return group === '.' || (group === ',' && text.endsWith(',000'));
}

/** True where a text may be one number with such a sign between its groups. */
export function mayBeGrouped(text: string, sign: string): boolean {
  return ungrouped(text, sign) !== undefined;
}

/** The number, where the text holds each of the given signs and holds them where they belong. */
function readNumber(text: string, group: Json | undefined, decimal: Json | undefined): number | undefined {
  const [whole = '', fraction, ...more] = typeof decimal === 'string' ? text.split(decimal) : [text];
  if (typeof decimal === 'string' && fraction === undefined) return undefined;
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined;
  const digits = typeof group === 'string' ? ungrouped(whole, group) : whole;
  if (digits === undefined || !/^-?\d+$/.test(digits)) return undefined;
  return readPlainNumber(fraction === undefined ? digits : `${digits}.${fraction}`);
}

function ungrouped(whole: string, group: string): string | undefined {
  const [first = '', ...others] = whole.split(group);
  const inThrees = others.length > 0 && /^-?[1-9]\d{0,2}$/.test(first) && others.every((digits) => /^\d{3}$/.test(digits));
  return inThrees || isIndian(first, others, group) ? [first, ...others].join('') : undefined;
}

/** `12,34,567`: groups of two before the last one of three. One group alone would be a group of three. */
function isIndian(first: string, others: readonly string[], group: string): boolean {
  return group === ',' && others.length > 1 && /^-?[1-9]\d?$/.test(first) && others.every((digits, index) => (index === others.length - 1 ? /^\d{3}$/ : /^\d{2}$/).test(digits));
}
