import type { FailureText } from '../failure-text.ts';

const HEADERS: Readonly<Record<string, number>> = { 'retry-after': 1000, 'retry-after-ms': 1, 'x-retry-after': 1000, retryafter: 1000, retry_after: 1000, retrydelay: 1000 };
const SECOND = 1000;
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: SECOND, m: 60 * SECOND, h: 3600 * SECOND, d: 86_400 * SECOND };
/** `try again in 1h2m3.5s`, `Please retry in 11.767s`, `retryDelay":"11s`: what services write where their clients drop the header. */
const STATED = /\b(?:(?:try again|retry) (?:in|after) |retryDelay"?: ?"|(?:wait|available in|reset in) )((?:\d{1,9}(?:\.\d{1,12})?(?:ms|[smhd])){1,5})(?!\w|\.\d)/i;
/** `retry after 35`, `"retry_after": 0.65`, `retry-after: 30`, `try again in 20 seconds`. */
const SECONDS = /\b(?:retry[ _-]after"?:? ?|(?:try again|retry) in )(\d{1,9}(?:\.\d{1,12})?)(?: ?(seconds?|minutes?|hours?|ms|milliseconds?))?(?![\w-])/i;
const DATE = /\b(?:retry after|try again (?:after|at)) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z)/i;
const PART = /(\d{1,9}(?:\.\d{1,12})?)(ms|[smhd])/gi;

/**
 * How long the other side asked to wait, in milliseconds from the failure on, from a printed `Retry-After` header:
 * seconds or a date (RFC 9110, section 10.2.3). `undefined` where none is printed or it can't be read.
 */
export function readRetryAfter({ printed, at }: FailureText): number | undefined {
  for (const [name, value] of printed.properties) {
    const last = name.toLowerCase().split('.').at(-1) ?? '';
    const unit = Object.hasOwn(HEADERS, last) ? HEADERS[last] : undefined;
    if (unit === undefined) continue;
    if (/^\d{1,9}(?:\.\d{1,9})?s?$/.test(value)) return Math.ceil(Number.parseFloat(value) * unit);
    const date = Date.parse(value);
    if (!Number.isNaN(date)) return Math.max(0, date - at.getTime());
  }
  return undefined;
}

/** The same, or else what the message states. For the answers of services only: anybody can write such words. */
export function readWait(text: FailureText): number | undefined {
  return readRetryAfter(text) ?? readStatedWait(text.message, text.at);
}

function readStatedWait(message: string, at: Date): number | undefined {
  const date = DATE.exec(message)?.[1];
  if (date !== undefined) return Math.max(0, Date.parse(date) - at.getTime());
  const stated = STATED.exec(message)?.[1];
  if (stated !== undefined) return Math.ceil([...stated.matchAll(PART)].reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNITS[unit.toLowerCase()] ?? SECOND), 0));
  const seconds = SECONDS.exec(message);
  return seconds === null ? undefined : Math.ceil(Number(seconds[1]) * unitOf(seconds[2] ?? 's'));
}

function unitOf(word: string): number {
  return UNITS[/^m(?:s|illi)/i.test(word) ? 'ms' : word.slice(0, 1).toLowerCase()] ?? SECOND;
}
