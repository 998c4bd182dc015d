import { valueDefect, type Defect } from '../defect.ts';

/** The number in groups of three, with the given signs. */
function grouped(value: number, group: string, decimal: string): string {
  const [whole = '', fraction] = String(value).split('.');
  const inThrees = whole.replace(/\B(?=(\d{3})+(?!\d))/g, group);
  return fraction === undefined ? inThrees : `${inThrees}${decimal}${fraction.padEnd(2, '0')}`;
}

/** Ways in which numbers and flags break. */
export const NUMBER_DEFECTS: readonly Defect[] = [
  valueDefect('number as text', true, (value, { member }) => {
    if (typeof value !== 'number') return undefined;
    return member.kind === 'money' ? value.toFixed(2) : String(value);
  }),
  valueDefect('decimal comma', true, (value) => {
    if (typeof value !== 'number' || Number.isInteger(value)) return undefined;
    const text = String(value).replace('.', ',');
    return /,\d{3}$/.test(text) ? undefined : text;
  }),
  valueDefect('grouped number', true, (value, _, random) => {
    const isClear = typeof value === 'number' && value >= 1000 && (value >= 1_000_000 || !/^\d+$|\.\d{3}$/.test(String(value)));
    return isClear ? grouped(value, ...random.pick<readonly [string, string]>([[',', '.'], ['.', ','], [' ', ',']])) : undefined;
  }),
  valueDefect('lone group sign', false, (value, _, random) => {
    if (typeof value !== 'number' || value < 1000 || value >= 1_000_000 || !Number.isInteger(value)) return undefined;
    return grouped(value, random.pick(['.', ',']), '');
  }),
  valueDefect('three decimals', false, (value, _, random) => {
    const text = typeof value === 'number' ? value.toFixed(3) : '';
    return /^[1-9]\d{0,2}\.\d{3}$/.test(text) && Number(text) === value ? text.replace('.', random.pick(['.', ','])) : undefined;
  }),
  valueDefect('full-width digits', true, (value, { member }) => {
    if (member.kind !== 'count' || typeof value !== 'number') return undefined;
    return String(value).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  }),
  valueDefect('percent', true, (value, { member }) => (member.kind === 'share' && typeof value === 'number' ? `${Math.round(value * 100)}%` : undefined)),
  valueDefect('percent without sign', false, (value, { member }) => (member.kind === 'share' && typeof value === 'number' && value > 0.01 ? Math.round(value * 100) : undefined)),
  valueDefect('own unit in the text', true, (value, { member }, random) => {
    const unit = /K[gm]$/.exec(member.key)?.[0].toLowerCase();
    // Three decimals may as well be a group.
    const isClear = member.kind === 'measure' && typeof value === 'number' && unit !== undefined && !/\.\d{3}$/.test(String(value));
    return isClear ? `${value}${random.pick(['', ' '])}${unit}` : undefined;
  }),
  valueDefect('other unit in the text', false, (value, { member }, random) => {
    const unit = /K([gm])$/.exec(member.key)?.[1] ?? random.pick(['kg', '°F', 'km']);
    return member.kind === 'measure' && typeof value === 'number' ? `${Math.round(value * 1000)} ${unit}` : undefined;
  }),
  valueDefect('money in minor units as text', false, (value, { member }) => (member.kind === 'money' && typeof value === 'number' && value > 0 ? `${Math.round(value * 100)} ct` : undefined)),
  valueDefect('boolean word', true, (value, _, random) => {
    if (typeof value !== 'boolean') return undefined;
    return random.pick(value ? ['true', 'TRUE', 'True', 'yes', 'Yes'] : ['false', 'FALSE', 'False', 'no', 'NO']);
  }),
  valueDefect('words for a number', false, (value, _, random) => (typeof value === 'number' ? random.pick(['twelve', 'N/A', 'unknown', '', '-', 'about 5']) : undefined)),
];
