import type { FailureText } from '../failure-text.ts';
import { answered } from './http-answer.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

/** `Request failed with status code 503 Service Unavailable: GET https://...`. */
const STATUS = /^Request failed with (?:status code|the status code) (\d{3})(?: [A-Za-z' -]{1,40})?: ([A-Z]{3,7}) (\S{1,1024})$/;
const TIMEOUT = /^Request timed out(?:: ([A-Z]{3,7}) \S{1,1024})?$/;

/** Ky: answers with an error status, and requests that took too long. Its other failures are those of fetch. */
export function recogniseKy(text: FailureText): Recognition | undefined {
  const answer = STATUS.exec(text.message);
  if (answer?.[1] !== undefined) return answered(text, { library: 'ky', status: answer[1], method: answer[2], url: answer[3], template: `Request failed with status code ${answer[1]}` });
  const timeout = text.errorClass === 'TimeoutError' ? TIMEOUT.exec(text.message) : null;
  return timeout === null ? undefined : { library: 'ky', code: 'ETIMEDOUT', details: knownDetails({ method: timeout[1], phase: 'exchange' }) };
}
