const DAY = 24 * 60 * 60 * 1000;
const MINUTE = 60 * 1000;

const formats = new Map<string, Intl.DateTimeFormat | undefined>();
const MOST_FORMATS = 1000;

/**
 * The offset (`+02:00`, `Z` for none) that clocks at a place had at a local time, given as milliseconds as if it were UTC.
 * `undefined` where the place is unknown, where the local time was skipped, and where it came twice.
 */
export function localOffset(place: string, localTime: number): string | undefined {
  const format = formatFor(place);
  if (format === undefined) return undefined;
  const around = new Set([offsetAt(format, localTime - DAY), offsetAt(format, localTime + DAY)]);
  const [offset, ...others] = [...around].filter((minutes) => offsetAt(format, localTime - minutes * MINUTE) === minutes);
  return offset === undefined || others.length > 0 || !Number.isInteger(offset) ? undefined : offsetText(offset);
}

function formatFor(place: string): Intl.DateTimeFormat | undefined {
  if (formats.has(place)) return formats.get(place);
  let format: Intl.DateTimeFormat | undefined;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: place, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' });
  } catch {
    format = undefined;
  }
  if (formats.size < MOST_FORMATS) formats.set(place, format);
  return format;
}

/** Minutes that clocks of the place are ahead of UTC at an instant. */
function offsetAt(format: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return (local - Math.floor(instant / 1000) * 1000) / MINUTE;
}

function offsetText(minutes: number): string {
  if (minutes === 0) return 'Z';
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
