import type { FailureText } from '../failure-text.ts';
import { answered } from './http-answer.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

const STATUS = /^Request failed with status code (\d{3})(?!\d)(?:: ?)?/;
const TIMEOUT = /^timeout of \d{1,9}ms exceeded/;
/** Other failures of its own, by message; the method makes a read of them. */
const MESSAGES: Readonly<Record<string, string>> = {
  'stream has been aborted': 'ECONNABORTED',
  'Request aborted': 'ECONNABORTED',
  aborted: 'ECONNABORTED',
  'Network Error': 'ERR_NETWORK',
  'timeout exceeded': 'ETIMEDOUT',
};

/** Axios: answers with an error status, and its own time-outs. Its socket errors are node's. */
export function recogniseAxios(text: FailureText): Recognition | undefined {
  const { message, errorClass } = text;
  const { properties } = text.printed;
  const status = STATUS.exec(message);
  // The body behind the status differs from answer to answer.
  if (status?.[1] !== undefined) return answered(text, { library: 'axios', status: status[1], answer: message.slice(status[0].length), template: `Request failed with status code ${status[1]}` });
  const code = TIMEOUT.test(message) ? 'ETIMEDOUT' : errorClass === 'AxiosError' && Object.hasOwn(MESSAGES, message) ? MESSAGES[message] : undefined;
  if (code === undefined) return undefined;
  return { library: 'axios', code, details: knownDetails({ method: (properties.get('config.method') ?? properties.get('method'))?.toUpperCase(), url: properties.get('config.url'), phase: 'exchange' }) };
}
