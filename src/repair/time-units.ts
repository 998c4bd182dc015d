import { keyWords } from './key-style.ts';
import type { Want } from './want.ts';

/** A unit in which moments are counted from 1970 on. */
export interface TimeUnit {
  readonly name: 'seconds' | 'milliseconds' | 'microseconds';
  readonly perSecond: number;
}

export const TIME_UNITS: readonly TimeUnit[] = [
  { name: 'seconds', perSecond: 1 },
  { name: 'milliseconds', perSecond: 1000 },
  { name: 'microseconds', perSecond: 1_000_000 },
];

/** 2000-01-01 and 2100-01-01, in seconds. What lies between them in one unit lies in 1970, or thousands of years ahead, in the others. */
const FIRST = 946_684_800;
const LAST = 4_102_444_800;

/** The one unit in which the number is a moment of our time. */
export function unitOf(value: number): TimeUnit | undefined {
  return TIME_UNITS.find(({ perSecond }) => value / perSecond > FIRST && value / perSecond < LAST);
}

/** True for a bound of moments in this unit: bounds are rounder than moments, and may lie further away. */
export function boundsMoments(bound: number, { perSecond }: TimeUnit): boolean {
  return bound / perSecond >= 1e8 && bound / perSecond < 1e10;
}

const WORDS: ReadonlySet<string> = new Set([
  'at', 'on', 'time', 'times', 'timestamp', 'ts', 'date', 'epoch', 'unix', 'ms', 'millis', 'sec', 'secs', 'seconds', 'created', 'updated', 'modified', 'deleted', 'published', 'scheduled',
  'expires', 'expiry', 'expiration', 'exp', 'iat', 'nbf', 'start', 'starts', 'end', 'ends', 'since', 'until', 'from', 'to', 'begin', 'due', 'deadline', 'when', 'moment', 'instant', 'seen',
]);

/** True where a name or its description tells of a moment. */
export function tellsOfMoment(key: string, { descriptions }: Want): boolean {
  return keyWords(key).some((word) => WORDS.has(word)) || descriptions.some((text) => /\b(?:epoch|unix|timestamp|moment|instant)\b/i.test(text.slice(0, 500)));
}

/** True for names of moments that may lie before 2000: a small number of milliseconds is then a day of 1970. */
export function mayBeLongAgo(key: string): boolean {
  return keyWords(key).some((word) => /^(?:birth\w*|born|dob|died|death|founded|built|historic\w*|anniversary|vintage|since)$/.test(word));
}
