import { dayOfNames } from '../month-names.ts';
import { hyphenatedText } from '../readable-text.ts';
import { textOperation } from './operation-kind.ts';

const CLOCK = '(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d))?';

/** RFC 2822 and HTTP dates, and what JavaScript prints for a Date. The zone has to be UTC or an offset: names of zones have several meanings. */
const FORMS: readonly RegExp[] = [
  new RegExp(`^(?:(?<weekday>[a-z]{3}),? )?(?<day>\\d{1,2}) (?<month>[a-z]{3}) (?<year>\\d{4}) ${CLOCK} (?<zone>GMT|UTC|UT|Z|[+-]\\d{4})$`, 'i'),
  new RegExp(`^(?:(?<weekday>[a-z]{3}) )?(?<month>[a-z]{3}) (?<day>\\d{1,2}) (?<year>\\d{4}) ${CLOCK} (?:GMT|UTC)(?<zone>[+-]\\d{4})(?: \\([\\w .,'-]{1,60}\\))?$`, 'i'),
];

/** `"Wed, 04 Mar 2026 10:15:00 GMT"` is `"2026-03-04T10:15:00Z"`, with the offset that it states. */
export const dateTimeFromWords = textOperation({
  name: 'date-time-from-words',
  class: 'lossless',
  codes: ['format', 'pattern', 'union', 'custom'],
  suits: ({ want }) => want.format === 'date-time' || want.format === undefined,
  read: (value) => {
    const text = hyphenatedText(value);
    const found = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
    const day = found && dayOfNames(found);
    if (found === undefined || day === undefined) return undefined;
    const { hour, minute, second = '00', zone = '' } = found;
    return `${day}T${hour}:${minute}:${second}${offsetOf(zone)}`;
  },
});

function offsetOf(zone: string): string {
  if (!/^[+-]/.test(zone) || zone.endsWith('0000')) return 'Z';
  return `${zone.slice(0, 3)}:${zone.slice(3)}`;
}
