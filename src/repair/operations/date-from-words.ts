import { toDay } from '../calendar.ts';
import { dayOfNames } from '../month-names.ts';
import { hyphenatedText } from '../readable-text.ts';
import { textOperation } from './operation-kind.ts';

const WEEKDAY = '(?:(?<weekday>(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?)[.,]? )?';

/** The month by name, so that no two numbers can be taken for each other: day first, month first, year first. */
const FORMS: readonly RegExp[] = [
  new RegExp(`^${WEEKDAY}(?<day>\\d{1,2})(?:st|nd|rd|th)?[ .-]{1,2}(?<month>[a-z]{3,9}\\.?)[ ,-]{1,2}(?<year>\\d{4})$`, 'i'),
  new RegExp(`^${WEEKDAY}(?<month>[a-z]{3,9}\\.?)[ -](?<day>\\d{1,2})(?:st|nd|rd|th)?[ ,-]{1,2}(?<year>\\d{4})$`, 'i'),
  /^(?<year>\d{4})[ -](?<month>[a-z]{3,9})[ -](?<day>\d{1,2})$/i,
];

/** The signs for year, month and day say themselves which number is which. */
const EAST_ASIAN = /^(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일号號]$/;

/** `"4 March 2026"`, `"Mar 4, 2026"` and `"2026年3月4日"` are `"2026-03-04"`. A day of the week has to be the right one. */
export const dateFromWords = textOperation({
  name: 'date-from-words',
  class: 'lossless',
  codes: ['format', 'pattern', 'union', 'custom'],
  suits: ({ want }) => want.format === 'date' || want.format === undefined,
  read: (value) => {
    const text = hyphenatedText(value);
    const [, year, month, day] = EAST_ASIAN.exec(text) ?? [];
    if (year !== undefined && month !== undefined && day !== undefined) return toDay(year, month, day);
    const found = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
    return found && dayOfNames(found);
  },
});
