import { toDay } from '../calendar.ts';
import { hyphenatedText } from '../readable-text.ts';
import { textOperation } from './operation-kind.ts';

/** ISO 8601 in its looser forms; the zone has to be there. What Java adds behind the offset, the name of the place, says no more. */
const MOMENT =
  /^(?<year>\d{4})(?<sign>[-/]?)(?<month>\d{2})\k<sign>(?<day>\d{2})[Tt ](?<hour>[01]\d|2[0-3]):?(?<minute>[0-5]\d)(?::?(?<second>[0-5]\d)(?:[.,](?<fraction>\d+))?)? ?(?<zone>[Zz]|UTC|GMT|[+-]\d{2}(?::?\d{2})?)(?:\[[\w/+-]{1,60}\])?$/;

/**
 * `"20260304T101500Z"`, `"2026-03-04 10:15 +01"` and `"…+00:00"` are moments in a form that the schema may refuse. They
 * become `"2026-03-04T10:15:00Z"` with their own offset. Without a zone the moment is unknown, and nothing is done.
 */
export const dateTimeForm = textOperation({
  name: 'date-time-form',
  class: 'lossless',
  codes: ['format', 'pattern', 'union', 'custom'],
  suits: ({ want }) => want.format === 'date-time' || want.format === undefined,
  read: (text) => {
    const parts = MOMENT.exec(hyphenatedText(text))?.groups;
    if (parts === undefined) return undefined;
    const { year = '', month = '', day = '', hour, minute, second = '00', fraction, zone = '' } = parts;
    const date = toDay(year, month, day);
    if (date === undefined) return undefined;
    const moment = `${date}T${hour}:${minute}:${second}${fraction === undefined ? '' : `.${fraction}`}${offsetOf(zone)}`;
    return moment === text ? undefined : moment;
  },
});

function offsetOf(zone: string): string {
  const [, sign, hours, minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign === undefined || (hours === '00' && minutes === '00')) return 'Z';
  return `${sign}${hours}:${minutes}`;
}
