import type { FailureText } from '../failure-text.ts';

const HEADER = 'retry-after';
const SECOND = 1000;

/**
 * How long the other side asked to wait, in milliseconds from the failure on, from a printed `Retry-After` header:
 * seconds or a date (RFC 9110, section 10.2.3). `undefined` where none is printed or it can't be read.
 */
export function readRetryAfter({ printed, at }: FailureText): number | undefined {
  for (const [name, value] of printed.properties) {
    const lower = name.toLowerCase();
    if (lower !== HEADER && lower !== 'retryafter' && !lower.endsWith(`headers.${HEADER}`)) continue;
    if (/^\d{1,9}(?:\.\d{1,9})?$/.test(value)) return Math.ceil(Number(value) * SECOND);
    const date = Date.parse(value);
    if (!Number.isNaN(date)) return Math.max(0, date - at.getTime());
  }
  return undefined;
}
