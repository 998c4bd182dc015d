import type { FailureText } from '../failure-text.ts';
import { answered } from './http-answer.ts';
import type { Recognition } from './recogniser.ts';

/** `[GET] "https://...": 503 Service Unavailable`, and `<no response> fetch failed` where none came. */
const HEAD = /^\[([A-Z]{3,7})\] "([^"\n]{1,2048})": (?:([45]\d\d)(?!\d)|<no response> )/;

/** The package ofetch, also as `$fetch` of Nuxt. */
export function recogniseOfetch(text: FailureText): Recognition | undefined {
  const head = HEAD.exec(text.message);
  if (head === null) return undefined;
  const [, method = '', url, status] = head;
  if (status !== undefined) return answered(text, { library: 'ofetch', status, method, url });
  // The cause knows more, where it was kept.
  return text.printed.causes.length > 0 ? undefined : { library: 'ofetch', code: 'ERR_NETWORK', details: { method, phase: 'exchange' } };
}
