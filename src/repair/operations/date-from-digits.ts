import { toDay } from '../calendar.ts';
import { readableText } from '../readable-text.ts';
import { textOperation } from './operation-kind.ts';

/**
 * `"20260304"` is `"2026-03-04"` where the schema wants a day. Years from 1900 to 2199 only: digits that begin with
 * them can't be meant as day, month and year, since no month is later than December.
 */
export const dateFromDigits = textOperation({
  name: 'date-from-digits',
  class: 'lossless',
  codes: ['format', 'pattern', 'union', 'custom'],
  suits: ({ want }) => want.format === 'date' || want.format === undefined,
  read: (text) => {
    const [, year, month, day] = /^(19\d{2}|2[01]\d{2})(\d{2})(\d{2})$/.exec(readableText(text)) ?? [];
    return year === undefined || month === undefined || day === undefined ? undefined : toDay(year, month, day);
  },
  inverse: (written) => (typeof written === 'string' ? written.replaceAll('-', '') : written),
});
