import { toDay } from './calendar.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;
const FULL_MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'] as const;
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** What a regular expression with these groups found in a text. */
export interface NamedDay {
  readonly weekday?: string | undefined;
  readonly year?: string | undefined;
  readonly month?: string | undefined;
  readonly day?: string | undefined;
}

/** The day as `YYYY-MM-DD`; `undefined` where the calendar has no such day, the month has no English name, or the day is another day of the week. */
export function dayOfNames({ weekday, year = '', month = '', day = '' }: NamedDay): string | undefined {
  const name = month.toLowerCase().replace(/\.$/, '');
  const short = name === 'sept' ? 'sep' : name;
  const index = Math.max(MONTHS.findIndex((known) => known === short), FULL_MONTHS.findIndex((known) => known === name));
  const date = index < 0 ? undefined : toDay(year, String(index + 1), day);
  if (date === undefined || weekday === undefined) return date;
  return DAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] === weekday.slice(0, 3).toLowerCase() ? date : undefined;
}
