import type { Outage } from './outage-kind.ts';

/** Gateways and servers that were too slow; 520 to 524 are Cloudflare's. */
const GATEWAY_STATUSES = new Set([408, 502, 503, 504, 520, 521, 522, 523, 524]);
/** 429 Too Many Requests, 425 Too Early, and the 529 of overloaded models: the request was turned away, not acted on. */
const REFUSING_STATUSES = new Set([425, 429, 529]);

/** The outage that an HTTP status shows. A 503 is a refusal only where it says when to come back: gateways use it for lost answers too. */
export function outageOfStatus(status: number, asksToWait: boolean): Outage | undefined {
  if (REFUSING_STATUSES.has(status)) return { kind: 'refused', what: `the other side turned the request away for now (status ${status})` };
  if (status === 503 && asksToWait) return { kind: 'refused', what: 'the other side was unavailable and said when to come back (status 503)' };
  return GATEWAY_STATUSES.has(status) ? { kind: 'cut', what: `the other side or a gateway before it was unavailable (status ${status})` } : undefined;
}
