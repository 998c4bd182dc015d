import { toDay } from '../calendar.ts';
import { hyphenatedText } from '../readable-text.ts';
import { statedZone } from '../stated-zone.ts';
import { textOperation } from './operation-kind.ts';

/** Midnight, which programs add where they know no time, in UTC or without any zone. */
const MIDNIGHT = /^(\d{4})-(\d{2})-(\d{2})[Tt ]00:00(?::00(?:[.,]0+)?)?(?: ?(?:[Zz]|UTC|[+-]00:?00))?$/;

/**
 * `"2026-03-04T00:00:00Z"` is `"2026-03-04"` where a day is wanted. Any other time of day says more than a day, and any
 * other zone makes it another day somewhere; so does a zone that the payload states beside it.
 */
export const dateFromDateTime = textOperation({
  name: 'date-from-date-time',
  class: 'lossless',
  codes: ['format'],
  suits: ({ want }) => want.format === 'date',
  read: (text, site) => {
    const [, year, month, day] = MIDNIGHT.exec(hyphenatedText(text)) ?? [];
    if (year === undefined || month === undefined || day === undefined) return undefined;
    const zone = statedZone(site);
    const isUtc = zone?.kind === 'offset' && zone.offset === 'Z';
    return zone === undefined || isUtc ? toDay(year, month, day) : undefined;
  },
});
