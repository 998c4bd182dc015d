import type { ParsedFailure } from '../core/failure.ts';

/**
 * How a failure of something outside the worker went.
 * `not-sent`: nothing had left the worker. `refused`: the other side said that it did nothing for now.
 * `cut`: the work may have been done, only the answer is missing. `rolled-back`: a database undid the transaction.
 */
export type OutageKind = 'not-sent' | 'refused' | 'cut' | 'rolled-back';

/** An outage with what shows it, as the end of a sentence. */
export interface Outage {
  readonly kind: OutageKind;
  readonly what: string;
}

/** Codes of failures that come before anything is sent, and others that depend on when they happen. */
const CODES: Readonly<Record<string, Outage>> = {
  ECONNREFUSED: { kind: 'not-sent', what: 'the connection was refused' },
  ENOTFOUND: { kind: 'not-sent', what: 'the host name was not found' },
  EAI_AGAIN: { kind: 'not-sent', what: 'the name server did not answer' },
  EHOSTDOWN: { kind: 'not-sent', what: 'the host was down' },
  UND_ERR_CONNECT_TIMEOUT: { kind: 'not-sent', what: 'the connection was not opened in time' },
  '08001': { kind: 'not-sent', what: 'the database connection was not opened' },
  '08004': { kind: 'not-sent', what: 'the database refused the connection' },
  '53300': { kind: 'not-sent', what: 'the database had no connection left' },
  '57P03': { kind: 'not-sent', what: 'the database was starting or stopping' },
  ER_CON_COUNT_ERROR: { kind: 'not-sent', what: 'the database had no connection left' },
  PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR: { kind: 'not-sent', what: 'the database connection was closed already' },
  ECONNRESET: { kind: 'cut', what: 'the connection was reset' },
  ECONNABORTED: { kind: 'cut', what: 'the connection was cut' },
  EPIPE: { kind: 'cut', what: 'the connection was closed while writing' },
  ETIMEDOUT: { kind: 'cut', what: 'no answer came in time' },
  ESOCKETTIMEDOUT: { kind: 'cut', what: 'no answer came in time' },
  EHOSTUNREACH: { kind: 'cut', what: 'the host became unreachable' },
  ENETUNREACH: { kind: 'cut', what: 'the network became unreachable' },
  ENETDOWN: { kind: 'cut', what: 'the network went down' },
  ERR_STREAM_PREMATURE_CLOSE: { kind: 'cut', what: 'the answer was cut short' },
  UND_ERR_SOCKET: { kind: 'cut', what: 'the other side closed the connection' },
  UND_ERR_HEADERS_TIMEOUT: { kind: 'cut', what: 'no answer came in time' },
  UND_ERR_BODY_TIMEOUT: { kind: 'cut', what: 'the answer did not end in time' },
  UND_ERR_ABORTED: { kind: 'cut', what: 'the request was given up' },
  '08000': { kind: 'cut', what: 'the database connection failed' },
  '08003': { kind: 'cut', what: 'the database connection was gone' },
  '08006': { kind: 'cut', what: 'the database connection was lost' },
  '57P01': { kind: 'cut', what: 'the database closed the connection' },
  '57P02': { kind: 'cut', what: 'the database crashed' },
  PROTOCOL_CONNECTION_LOST: { kind: 'cut', what: 'the database connection was lost' },
  '40001': { kind: 'rolled-back', what: 'a concurrent change made the database undo the transaction' },
  '40P01': { kind: 'rolled-back', what: 'a deadlock made the database undo the transaction' },
  '55P03': { kind: 'rolled-back', what: 'a lock was not free in time' },
  ER_LOCK_DEADLOCK: { kind: 'rolled-back', what: 'a deadlock made the database undo the transaction' },
  ER_LOCK_WAIT_TIMEOUT: { kind: 'rolled-back', what: 'a lock was not free in time' },
  P2034: { kind: 'rolled-back', what: 'a write conflict made the database undo the transaction' },
};

/** Status codes of gateways and of servers that were too slow; 520 to 524 are Cloudflare's. */
const GATEWAY_STATUSES = new Set([408, 502, 503, 504, 520, 521, 522, 523, 524]);
/** 429 Too Many Requests, 425 Too Early: the request was turned away, not acted on. */
const REFUSING_STATUSES = new Set([425, 429]);
/** Methods that change nothing (RFC 9110, section 9.2.1). */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The outage that a failure shows, `undefined` where it shows none. */
export function outageOf(failure: ParsedFailure): Outage | undefined {
  const { code, httpStatus, details } = failure;
  if (httpStatus !== undefined) return outageOfStatus(httpStatus, failure.retryAfterMilliseconds !== undefined);
  if (code === undefined || !Object.hasOwn(CODES, code)) return undefined;
  const outage = CODES[code];
  // The same code means less while a connection is being opened: nothing was sent yet.
  return outage?.kind === 'cut' && details['phase'] === 'connect' ? { kind: 'not-sent', what: 'the connection was not opened' } : outage;
}

function outageOfStatus(status: number, asksToWait: boolean): Outage | undefined {
  if (REFUSING_STATUSES.has(status)) return { kind: 'refused', what: `the other side turned the request away for now (status ${status})` };
  if (status === 503 && asksToWait) return { kind: 'refused', what: 'the other side was unavailable and said when to come back (status 503)' };
  return GATEWAY_STATUSES.has(status) ? { kind: 'cut', what: `the other side or a gateway before it was unavailable (status ${status})` } : undefined;
}

/** True where `fetch` failed and its cause, which would tell when, was not kept. */
export function isBareFetch({ library, code, message }: ParsedFailure): boolean {
  return library === 'undici' && code === undefined && message === 'fetch failed';
}

/**
 * True where the failure shows that repeating the run can't do anything twice: nothing was sent, the other side
 * refused, or the request was one that changes nothing.
 */
export function isSafeToRepeat(failure: ParsedFailure): boolean {
  const kind = outageOf(failure)?.kind;
  return kind === 'not-sent' || kind === 'refused' || (kind === 'cut' && SAFE_METHODS.has(failure.details['method'] ?? ''));
}
