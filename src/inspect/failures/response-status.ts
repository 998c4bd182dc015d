import type { FailureText } from '../failure-text.ts';
import { readRetryAfter } from './retry-after.ts';

/** What an answer that hangs on an error tells. */
export interface ResponseStatus {
  readonly httpStatus: number;
  readonly retryAfterMilliseconds?: number;
}

/** The error status of the answer that clients without a format of their own print as `response: { status: 503 }`. */
export function readResponseStatus(text: FailureText): ResponseStatus | undefined {
  const status = text.printed.properties.get('response.status') ?? '';
  if (!/^[45]\d\d$/.test(status)) return undefined;
  const retryAfterMilliseconds = readRetryAfter(text);
  return { httpStatus: Number(status), ...(retryAfterMilliseconds === undefined ? {} : { retryAfterMilliseconds }) };
}
