import type { FailureText } from '../failure-text.ts';
import type { Recognition } from './recogniser.ts';

/** `net::ERR_CONNECTION_RESET at https://...`, behind `page.goto: ` at Playwright. */
const NET = /^(?:page\.goto: )?net::(ERR_[A-Z_]{3,40}) at /;
const NAVIGATION = /^(?:Navigation timeout of \d{1,9} ms exceeded|page\.goto: Timeout \d{1,9}ms exceeded)/;
const CODES: Readonly<Record<string, readonly [code: string, phase: string]>> = {
  ERR_CONNECTION_REFUSED: ['ECONNREFUSED', 'connect'],
  ERR_CONNECTION_TIMED_OUT: ['ETIMEDOUT', 'connect'],
  ERR_NAME_NOT_RESOLVED: ['ENOTFOUND', 'connect'],
  ERR_TIMED_OUT: ['ETIMEDOUT', 'exchange'],
  ERR_CONNECTION_RESET: ['ECONNRESET', 'exchange'],
  ERR_CONNECTION_CLOSED: ['ECONNRESET', 'exchange'],
  ERR_EMPTY_RESPONSE: ['ECONNRESET', 'exchange'],
  ERR_NETWORK_CHANGED: ['ERR_NETWORK', 'exchange'],
  ERR_INTERNET_DISCONNECTED: ['ENETUNREACH', 'connect'],
  ERR_CERT_DATE_INVALID: ['CERT_HAS_EXPIRED', ''],
  ERR_CERT_AUTHORITY_INVALID: ['DEPTH_ZERO_SELF_SIGNED_CERT', ''],
};

/** Puppeteer and Playwright: pages that could not be reached. A missing element is another matter, and so is a browser that died. */
export function recogniseBrowser({ message }: FailureText): Recognition | undefined {
  if (NAVIGATION.test(message)) return { library: 'browser', code: 'ETIMEDOUT', details: { phase: 'exchange' } };
  const name = NET.exec(message)?.[1] ?? '';
  const known = Object.hasOwn(CODES, name) ? CODES[name] : undefined;
  return known === undefined ? undefined : { library: 'browser', code: known[0], details: known[1] === '' ? {} : { phase: known[1] } };
}
