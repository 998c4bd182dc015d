import { STATUS_CODES } from 'node:http';
import type { FailureText } from '../failure-text.ts';
import { answered, printedStatus } from './http-answer.ts';
import { recogniseNode } from './node.ts';
import type { Recognition } from './recogniser.ts';

const STATUS = /^([45]\d\d) - /;
const BARE_CODE = /^(?:Error: )?(ETIMEDOUT|ESOCKETTIMEDOUT|ECONNRESET)$/;
const TIMEOUT = /^(?:Response timeout|Timeout) of \d{1,9}ms exceeded$/;

/** The packages request-promise (`StatusCodeError: 503 - body`) and superagent (`Service Unavailable` with a status). */
export function recogniseRequest(text: FailureText): Recognition | undefined {
  const { errorClass, message } = text;
  const status = errorClass === 'StatusCodeError' ? STATUS.exec(message) : null;
  if (status?.[1] !== undefined) return answered(text, { library: 'request', status: status[1], answer: message.slice(status[0].length) });
  const bare = BARE_CODE.exec(message)?.[1];
  if (bare !== undefined) return { library: 'request', code: bare, details: { phase: text.printed.properties.get('connect') === 'true' ? 'connect' : 'exchange' } };
  if (errorClass === 'RequestError' && message.startsWith('Error: ')) return recogniseNode({ ...text, message: message.slice('Error: '.length) });
  if (TIMEOUT.test(message)) return { library: 'request', code: 'ETIMEDOUT', details: { phase: 'exchange' } };
  return superagent(text);
}

/** The message is the status in words; where the stack was cut off behind its frames, they alone tell it. */
function superagent(text: FailureText): Recognition | undefined {
  if (!text.frames.slice(0, 6).some((frame) => frame.includes('/node_modules/superagent/'))) return undefined;
  const named = Object.entries(STATUS_CODES).find(([code, words]) => Number(code) >= 400 && words === text.message)?.[0];
  const status = printedStatus(text, 'status', 'response.status') ?? named;
  return status === undefined ? undefined : answered(text, { library: 'request', status });
}
