const PACIFIC = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' });

/** The first midnight in California after `now`, when Gemini's quotas of a day begin anew. */
export function nextPacificMidnight(now: Date): Date {
  const { year, month, day } = pacific(now);
  // Midnight is at 7 or 8 o'clock UTC, by summer time, which changes at night between two of them.
  const summer = new Date(Date.UTC(year, month - 1, day + 1, 7));
  return pacific(summer).hour === 0 ? summer : new Date(Date.UTC(year, month - 1, day + 1, 8));
}

function pacific(moment: Date): { readonly year: number; readonly month: number; readonly day: number; readonly hour: number } {
  const parts = PACIFIC.formatToParts(moment);
  const numberOf = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  return { year: numberOf('year'), month: numberOf('month'), day: numberOf('day'), hour: numberOf('hour') };
}
