import { toDay } from '../calendar.ts';
import { localOffset } from '../local-offset.ts';
import { hyphenatedText } from '../readable-text.ts';
import { statedZone, type StatedZone } from '../stated-zone.ts';
import { textOperation } from './operation-kind.ts';

/** A day and a time of day without a zone. */
const LOCAL = /^(?<year>\d{4})(?:(?<sign>[-/])(?<month>\d{2})\k<sign>(?<day>\d{2})|(?<month2>\d{2})(?<day2>\d{2}))[Tt ]?(?<hour>[01]\d|2[0-3]):?(?<minute>[0-5]\d)(?::?(?<second>[0-5]\d)(?:[.,](?<fraction>\d{1,9}))?)?$/;

/**
 * `"2026-03-04T10:15:00"` becomes a moment where the payload itself states the zone: UTC, an offset, or a place whose
 * clocks showed this time exactly once. Without that nobody knows which moment it was.
 */
export const dateTimeInZone = textOperation({
  name: 'date-time-in-zone',
  class: 'lossless',
  codes: ['format', 'pattern'],
  suits: ({ want }) => want.format === 'date-time',
  read: (text, site) => {
    const local = readLocal(hyphenatedText(text));
    const zone = local === undefined ? undefined : statedZone(site);
    if (local === undefined || zone === undefined) return undefined;
    const offset = offsetIn(zone, `${local.time}Z`);
    return offset && `${local.time}${local.fraction}${offset}`;
  },
});

/** The day and the time of day in ISO 8601, and what follows the seconds. */
function readLocal(text: string): { readonly time: string; readonly fraction: string } | undefined {
  const parts = LOCAL.exec(text)?.groups;
  if (parts === undefined) return undefined;
  const { year = '', month, day, month2 = '', day2 = '', hour, minute, second = '00', fraction } = parts;
  const date = toDay(year, month ?? month2, day ?? day2);
  return date === undefined ? undefined : { time: `${date}T${hour}:${minute}:${second}`, fraction: fraction === undefined ? '' : `.${fraction}` };
}

function offsetIn(zone: StatedZone, asUtc: string): string | undefined {
  return zone.kind === 'offset' ? zone.offset : localOffset(zone.name, Date.parse(asUtc));
}
