import type { FailureText } from '../failure-text.ts';
import { answered } from './http-answer.ts';
import type { Recognition } from './recogniser.ts';

/** `Request failed with status code 503 (Service Unavailable): GET http://...`, in older releases `Response code 503 (...)`. */
const STATUS = /^(?:Request failed with status code|Response code) (\d{3}) \([A-Za-z' -]{0,40}\)(?:: ([A-Z]{3,7}) (\S{0,1024}))?/;
/** `Timeout awaiting 'connect' for 200ms`: which phase of the request took too long. */
const TIMEOUT = /^Timeout awaiting '(\w{1,20})' for \d{1,9}ms/;
const BEFORE_SENDING = new Set(['lookup', 'connect', 'secureConnect', 'socket']);

/** Got: answers with an error status, and time-outs by phase. Its socket errors are node's. */
export function recogniseGot(text: FailureText): Recognition | undefined {
  const answer = STATUS.exec(text.message);
  const status = text.errorClass === 'HTTPError' || answer?.[2] !== undefined ? answer?.[1] : undefined;
  if (status !== undefined) return answered(text, { library: 'got', status, method: answer?.[2], url: answer?.[3], template: `Request failed with status code ${status}` });
  const phase = TIMEOUT.exec(text.message)?.[1];
  if (phase === undefined) return undefined;
  return { library: 'got', code: 'ETIMEDOUT', details: { phase: BEFORE_SENDING.has(phase) ? 'connect' : 'exchange' } };
}
