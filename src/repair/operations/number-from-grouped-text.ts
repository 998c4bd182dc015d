import { isJsonObject, type Json } from '../../core/json.ts';
import { readPlainNumber } from '../decimal.ts';
import { isWholeOnly, mayBe } from '../want.ts';
import type { Edit } from '../edit.ts';
import type { OperationKind, Proposal } from './operation-kind.ts';

/** Signs that stand between groups of three digits; blanks are those of Unicode that never break a line, and the plain one. */
const GROUPS = [',', '.', '\'', '\u2019', ' ', '\u00a0', '\u202f'] as const;

const DECIMALS = ['.', ','] as const;

/**
 * `"1,072"` is `1072`, `"1.234,56"` is `1234.56`. Each way to read the signs is a proposal of its own; where the signs
 * admit two (`"1,234"`), nobody can decide, whatever the bounds say. One dot alone (`"1.299"`) is read as a decimal point
 * by most writers, so the other reading is only a rival.
 *
 * Where the type wants whole numbers no sign is read as decimal: people write `"1,072"` pages, and no page has a
 * fraction. `"2,000"` is different: as a decimal it is whole too (2), so that its grouped reading is only a rival.
 */
export const numberFromGroupedText: OperationKind = {
  name: 'number-from-grouped-text',
  class: 'lossless',
  guard: { codes: ['type', 'union', 'custom'], received: ['string'] },
  propose: ({ want, value }) => (mayBe(want, 'number', 'integer') && typeof value === 'string' ? readings(value.trim(), isWholeOnly(want)) : []),
  act: (site, parameters): Edit | undefined => {
    if (typeof site.value !== 'string' || !isJsonObject(parameters)) return undefined;
    const value = readNumber(site.value.trim(), parameters['group'], parameters['decimal']);
    return value === undefined ? undefined : { kind: 'set', pointer: site.pointer, value };
  },
};

function readings(text: string, wholeOnly: boolean): readonly Proposal[] {
  const decimals = wholeOnly ? [undefined] : [undefined, ...DECIMALS];
  const signs = [undefined, ...GROUPS].flatMap((group) => decimals.map((decimal) => ({ ...(group && { group }), ...(decimal && { decimal }) })));
  return signs
    .filter(({ group, decimal }) => group !== decimal && !isPlain(group, decimal) && readNumber(text, group, decimal) !== undefined)
    .map((parameters) => ({ with: parameters, ...(isLoneSign(text, parameters) && { rival: true as const }) }));
}

/** The form that JSON has itself, which another operation reads. */
function isPlain(group: string | undefined, decimal: string | undefined): boolean {
  return group === undefined && decimal === '.';
}

/** True where the one sign that groups may as well be the decimal one. A comma in a fraction is a proposal of its own. */
function isLoneSign(text: string, { group, decimal }: { readonly group?: string; readonly decimal?: string }): boolean {
  if (decimal !== undefined || group === undefined || text.indexOf(group) !== text.lastIndexOf(group)) return false;
  return group === '.' || (group === ',' && text.endsWith(',000'));
}

/** The number, where the text holds each of the given signs and holds them where they belong. */
function readNumber(text: string, group: Json | undefined, decimal: Json | undefined): number | undefined {
  if (typeof decimal === 'string' && !text.includes(decimal)) return undefined;
  const [whole = '', fraction, ...more] = typeof decimal === 'string' ? text.split(decimal) : [text];
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined;
  const digits = typeof group === 'string' ? ungrouped(whole, group) : whole;
  if (digits === undefined || !/^-?\d+$/.test(digits)) return undefined;
  return readPlainNumber(fraction === undefined ? digits : `${digits}.${fraction}`);
}

function ungrouped(whole: string, group: string): string | undefined {
  const [first = '', ...others] = whole.split(group);
  const wellFormed = others.length > 0 && /^-?[1-9]\d{0,2}$/.test(first) && others.every((digits) => /^\d{3}$/.test(digits));
  return wellFormed ? [first, ...others].join('') : undefined;
}
