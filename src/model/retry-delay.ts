import { memberOf, textAt } from './members.ts';
import type { ProviderError } from './provider-error.ts';

/** No wait that a provider asks for is believed beyond a day. */
const MAX_DELAY = 24 * 60 * 60 * 1000;

/**
 * How long the provider asks to wait, in milliseconds. Gemini says so in the body only, and the SDK does not read it there;
 * others use headers. `undefined` where nothing is said.
 */
export function retryDelayOf({ body, message, headers }: ProviderError, now: Date): number | undefined {
  const stated =
    fromSeconds(/^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(retryInfo(body) ?? '')?.[1]) ??
    fromSeconds(/\bretry in (\d{1,9}(?:\.\d{1,9})?)s\b/i.exec(message)?.[1]) ??
    fromNumber(headers.get('retry-after-ms'), 1) ??
    fromNumber(headers.get('retry-after'), 1000) ??
    fromDate(headers.get('retry-after'), now);
  return stated === undefined ? undefined : Math.min(stated, MAX_DELAY);
}

function retryInfo(body: unknown): string | undefined {
  const details = memberOf(body, 'error', 'details');
  if (!Array.isArray(details)) return undefined;
  return details.filter((detail) => textAt(detail, '@type')?.endsWith('google.rpc.RetryInfo') === true).map((detail) => textAt(detail, 'retryDelay'))[0];
}

function fromSeconds(seconds: string | undefined): number | undefined {
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000);
}

function fromNumber(text: string | undefined, unit: number): number | undefined {
  return text !== undefined && /^\d{1,9}(\.\d{1,9})?$/.test(text.trim()) ? Math.ceil(Number(text) * unit) : undefined;
}

function fromDate(text: string | undefined, now: Date): number | undefined {
  const moment = Date.parse(text ?? '');
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now.getTime());
}
