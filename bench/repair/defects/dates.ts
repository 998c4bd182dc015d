import { valueDefect, type Defect } from '../defect.ts';

type Parts = readonly [year: string, month: string, day: string];

function partsOf(value: unknown): Parts | undefined {
  const [, year, month, day] = typeof value === 'string' ? (/^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? []) : [];
  return year === undefined || month === undefined || day === undefined ? undefined : [year, month, day];
}

/** Ways in which days and moments break. */
export const DATE_DEFECTS: readonly Defect[] = [
  valueDefect('epoch for a moment', true, (value, { member }, random) => {
    if (member.kind !== 'moment' || typeof value !== 'string') return undefined;
    const milliseconds = Date.parse(value);
    return random.chance(0.5) ? milliseconds : milliseconds / 1000;
  }),
  valueDefect('epoch in milliseconds', true, (value, { member }) => (member.kind === 'epoch' && typeof value === 'number' ? value * 1000 : undefined)),
  valueDefect('other form of a day', true, (value, { member }, random) => {
    const parts = member.kind === 'day' ? partsOf(value) : undefined;
    if (parts === undefined) return undefined;
    const [year, month, day] = parts;
    const clear = Number(day) > 12 ? [`${day}.${month}.${year}`, `${day}/${month}/${year}`, `${month}/${day}/${year}`] : [];
    return random.pick([`${year}${month}${day}`, `${year}/${month}/${day}`, ...clear]);
  }),
  valueDefect('day or month', false, (value, { member }, random) => {
    const parts = member.kind === 'day' ? partsOf(value) : undefined;
    if (parts === undefined) return undefined;
    const [year, month, day] = parts;
    if (Number(day) > 12 || day === month) return undefined;
    return random.pick([`${day}/${month}/${year}`, `${month}/${day}/${year}`, `${day}.${month}.${year}`]);
  }),
  valueDefect('other form of a moment', true, (value, { member }, random) => {
    if (member.kind !== 'moment' || typeof value !== 'string') return undefined;
    return random.pick([value.replaceAll(/[-:]/g, ''), new Date(value).toUTCString(), value.replaceAll('-', '/')]);
  }),
  valueDefect('moment without zone', false, (value, { member }) => (member.kind === 'moment' && typeof value === 'string' ? value.replace('Z', '') : undefined)),
  valueDefect('two digits of a year', false, (value, { member }) => {
    const [year = '', month, day] = (member.kind === 'day' ? partsOf(value) : undefined) ?? [];
    return year === '' ? undefined : `${day}/${month}/${year.slice(2)}`;
  }),
  valueDefect('day that does not exist', false, (value, { member }) => (member.kind === 'day' && typeof value === 'string' ? `${value.slice(0, 4)}-02-30` : undefined)),
];
