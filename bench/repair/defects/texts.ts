import { valueDefect, type Defect } from '../defect.ts';
import type { MemberKind } from '../member.ts';

/** Kinds whose schema sees what stands around the value. */
const STRICT: ReadonlySet<MemberKind> = new Set(['code', 'id', 'email', 'currency', 'choice', 'uuid', 'day']);

const BEYOND_ASCII = /\P{ASCII}/u;
const BEYOND_ASCII_ALL = /\P{ASCII}/gu;

/** Ways in which texts break. */
export const TEXT_DEFECTS: readonly Defect[] = [
  valueDefect('blanks around', true, (value, { member }, random) => (STRICT.has(member.kind) && typeof value === 'string' ? random.pick([` ${value}`, `${value} `, `${value}\n`, `\t${value} `]) : undefined)),
  valueDefect('invisible characters', true, (value, { member }, random) => (STRICT.has(member.kind) && typeof value === 'string' ? random.pick([`\uFEFF${value}`, `${value}\u200B`, `\u00A0${value}`]) : undefined)),
  valueDefect('case of a choice', true, (value, { member }) => {
    if (member.kind !== 'choice' || typeof value !== 'string') return undefined;
    const other = value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase();
    return other === value ? undefined : other;
  }),
  valueDefect('declared synonym', true, (value, { member }) => (member.kind === 'choice' && typeof value === 'string' ? member.synonyms?.[value] : undefined)),
  valueDefect('undeclared word', false, (value, { member }, random) => (member.kind === 'choice' && typeof value === 'string' ? random.pick(['other', 'tbd', 'default', 'misc']) : undefined)),
  valueDefect('misread encoding', true, (value, { member }) => {
    if (member.kind !== 'choice' || typeof value !== 'string' || !BEYOND_ASCII.test(value)) return undefined;
    return Buffer.from(value, 'utf8').toString('latin1');
  }),
  valueDefect('lost characters', false, (value, { member }) => (member.kind === 'choice' && typeof value === 'string' && BEYOND_ASCII.test(value) ? value.replace(BEYOND_ASCII_ALL, '?') : undefined)),
  valueDefect('other form of a uuid', true, (value, { member }, random) => {
    if (member.kind !== 'uuid' || typeof value !== 'string') return undefined;
    return random.pick([`{${value}}`, value.replaceAll('-', ''), `  ${value}`]);
  }),
  valueDefect('cut uuid', false, (value, { member }) => (member.kind === 'uuid' && typeof value === 'string' ? value.slice(0, -1) : undefined)),
  valueDefect('address as link', true, (value, { member }) => (member.kind === 'email' && typeof value === 'string' ? `mailto:${value}` : undefined)),
  valueDefect('number for a text', true, (value, { member }) => (member.kind === 'id' && typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined)),
];
