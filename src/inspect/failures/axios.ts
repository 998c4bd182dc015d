import type { FailureText } from '../failure-text.ts';
import { readRetryAfter } from './retry-after.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

const STATUS = /^Request failed with status code (\d{3})(?!\d)/;
const TIMEOUT = /^timeout of \d{1,9}ms exceeded/;

/** Axios: answers with an error status, and its own time-outs. Its socket errors are node's. */
export function recogniseAxios(text: FailureText): Recognition | undefined {
  const { message, printed } = text;
  const details = knownDetails({ method: (printed.properties.get('config.method') ?? printed.properties.get('method'))?.toUpperCase() });
  const status = STATUS.exec(message)?.[1];
  if (status !== undefined) {
    const retryAfterMilliseconds = readRetryAfter(text);
    const told = retryAfterMilliseconds === undefined ? {} : { retryAfterMilliseconds };
    // The body behind the status differs from answer to answer.
    return { library: 'axios', code: status, httpStatus: Number(status), template: `Request failed with status code ${status}`, details, ...told };
  }
  if (TIMEOUT.test(message)) return { library: 'axios', code: 'ETIMEDOUT', details: { ...details, phase: 'exchange' } };
  return text.errorClass === 'AxiosError' && message === 'stream has been aborted' ? { library: 'axios', code: 'ECONNABORTED', details: { ...details, phase: 'exchange' } } : undefined;
}
