const UNITS: readonly (readonly [limit: number, size: number, name: string])[] = [
  [60_000, 1000, 's'],
  [3_600_000, 60_000, 'min'],
  [48 * 3_600_000, 3_600_000, 'h'],
  [Number.POSITIVE_INFINITY, 86_400_000, 'days'],
];

/** A duration in its largest sensible unit: `45 s`, `30 min`, `3 h`, `5 days`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  const [, size, name] = UNITS.find(([limit]) => milliseconds < limit) ?? [0, 86_400_000, 'days'];
  return `${Math.floor(milliseconds / size)} ${name}`;
}

/** How long ago a moment was. */
export function agoText(at: Date, now: Date): string {
  return `${durationText(now.getTime() - at.getTime())} ago`;
}

/** A moment in the machine's time zone, as `2026-11-30 03:15:07`. */
export function momentText(at: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${timeText(at)}`;
}

/** The time of the day in the machine's time zone, as `03:15:07`. */
export function timeText(at: Date): string {
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** `1 letter`, `2 letters`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
