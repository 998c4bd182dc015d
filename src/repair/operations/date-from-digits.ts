import { toDay } from '../calendar.ts';
import { textOperation } from './operation-kind.ts';

/** `"20260304"` is `"2026-03-04"` where the schema wants a day. */
export const dateFromDigits = textOperation({
  name: 'date-from-digits',
  class: 'lossless',
  codes: ['format', 'pattern', 'union', 'custom'],
  suits: ({ want }) => want.format === 'date' || want.format === undefined,
  read: (text) => {
    const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim()) ?? [];
    return year === undefined || month === undefined || day === undefined ? undefined : toDay(year, month, day);
  },
  inverse: (written) => (typeof written === 'string' ? written.replaceAll('-', '') : written),
});
