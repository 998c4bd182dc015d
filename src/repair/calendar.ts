const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * The day as `YYYY-MM-DD`, `undefined` where the calendar has no such day, and for years that no business of today means:
 * `1404` and `2569` are those of other calendars (Solar Hijri, Buddhist).
 */
export function toDay(year: string, month: string, day: string): string | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const leap = y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0);
  const last = m === 2 && leap ? 29 : (DAYS_IN_MONTH[m - 1] ?? 0);
  if (!/^(?:19|2[01])\d{2}$/.test(year) || d < 1 || d > last) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
