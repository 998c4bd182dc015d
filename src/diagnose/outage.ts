import type { ParsedFailure } from '../core/failure.ts';
import { DATABASE_OUTAGES } from './outages/databases.ts';
import type { Outage, OutageTable } from './outages/outage-kind.ts';
import { SERVICE_OUTAGES } from './outages/services.ts';
import { SOCKET_OUTAGES } from './outages/sockets.ts';
import { outageOfStatus } from './outages/statuses.ts';

/** Codes that mean the same wherever they are found. */
const CODES: OutageTable = { ...SOCKET_OUTAGES, ...DATABASE_OUTAGES };
/** Methods that change nothing (RFC 9110, section 9.2.1). */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The outage that a failure shows, `undefined` where it shows none. A library's own table comes before the status of an
 * answer, which comes before the codes that everybody uses.
 */
export function outageOf(failure: ParsedFailure): Outage | undefined {
  const { code, httpStatus, library, details } = failure;
  const own = codeIn(SERVICE_OUTAGES[library] ?? {}, code);
  const stated = httpStatus === undefined ? codeIn(CODES, code) : outageOfStatus(httpStatus, failure.retryAfterMilliseconds !== undefined);
  const outage = own ?? stated;
  if (outage === undefined) return undefined;
  // Behind words of the application an earlier request of the same run may have done something.
  if (details['wrapped'] !== undefined) return { kind: 'cut', what: outage.what };
  // The same code means less while a connection is being opened: nothing was sent yet.
  return outage.kind === 'cut' && details['phase'] === 'connect' ? { kind: 'not-sent', what: 'the connection was not opened' } : outage;
}

function codeIn(table: OutageTable, code: string | undefined): Outage | undefined {
  return code !== undefined && Object.hasOwn(table, code) ? table[code] : undefined;
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
