import type { FailureText } from '../failure-text.ts';
import type { Recognition } from './recogniser.ts';

const CODE = /^UND_ERR_[A-Z_]{2,40}$/;
/** Class names tell the code where only the name was kept. */
const CLASSES: Readonly<Record<string, string>> = {
  ConnectTimeoutError: 'UND_ERR_CONNECT_TIMEOUT',
  HeadersTimeoutError: 'UND_ERR_HEADERS_TIMEOUT',
  BodyTimeoutError: 'UND_ERR_BODY_TIMEOUT',
  SocketError: 'UND_ERR_SOCKET',
};
const MESSAGES: Readonly<Record<string, string>> = {
  terminated: 'UND_ERR_SOCKET',
  'The operation was aborted due to timeout': 'ETIMEDOUT',
  'This operation was aborted': 'UND_ERR_ABORTED',
};

/** Node's own `fetch` and undici. `fetch failed` says nothing by itself: its cause does, where it was kept. */
export function recogniseUndici({ errorClass, message, printed }: FailureText): Recognition | undefined {
  const printedCode = printed.properties.get('code');
  const code = printedCode !== undefined && CODE.test(printedCode) ? printedCode : (codeOfClass(errorClass) ?? codeOfMessage(errorClass, message));
  if (code !== undefined) return { library: 'undici', code, details: { phase: code === 'UND_ERR_CONNECT_TIMEOUT' ? 'connect' : 'exchange' } };
  const bare = errorClass === 'TypeError' && message === 'fetch failed' && printed.causes.length === 0;
  return bare ? { library: 'undici' } : undefined;
}

function codeOfClass(errorClass: string): string | undefined {
  return Object.hasOwn(CLASSES, errorClass) ? CLASSES[errorClass] : undefined;
}

function codeOfMessage(errorClass: string, message: string): string | undefined {
  const thrown = errorClass === 'TypeError' || errorClass === 'TimeoutError' || errorClass === 'AbortError' || errorClass === 'DOMException';
  return thrown && Object.hasOwn(MESSAGES, message) ? MESSAGES[message] : undefined;
}
