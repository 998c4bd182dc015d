import type { FailureText } from '../failure-text.ts';
import { readRetryAfter } from './retry-after.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

/** A push service says that nobody listens any more: RFC 8030 for the web, FCM, APNs and Expo in their own words. */
const GONE = { subscription: 'gone' } as const;
const GONE_BODY = /\b(?:unsubscribed|expired|no longer (?:valid|active)|no such subscription|subscription (?:was |is |could )?not (?:be )?found|unknown subscription|not ?registered|unregistered)\b/i;
const FCM_CODES = new Set(['messaging/registration-token-not-registered', 'registration-token-not-registered', 'UNREGISTERED']);
const FCM_BODY = /"errorCode"\s{0,4}:\s{0,4}"UNREGISTERED"/;
const EXPO = /^(?:DeviceNotRegistered\b|"?Expo(?:nent)?PushToken\[[^\]]{1,128}\]"? is not a registered push notification recipient)/;
const APNS_REASONS = new Set(['Unregistered', 'ExpiredToken']);
const APNS_FRAME = /\/node_modules\/(?:@parse\/node-apn|apn|apns2|node-apn|apns-http2)\//;
const APNS = /^(?:APNs?|Apple)\b[^\n]{0,80}\b(Unregistered|ExpiredToken)\b/i;

/** Push services: which status they answered with, and whether the subscription is gone for good. */
export function recognisePush(text: FailureText): Recognition | undefined {
  return webPush(text) ?? firebase(text) ?? apple(text) ?? (EXPO.test(text.message) || text.printed.properties.get('code') === 'DeviceNotRegistered' ? { library: 'expo', code: 'DeviceNotRegistered', details: GONE } : undefined);
}

/** The message is always the same; the status is a property. */
function webPush(text: FailureText): Recognition | undefined {
  if (text.errorClass !== 'WebPushError') return undefined;
  const status = text.printed.properties.get('statusCode') ?? '';
  if (!/^[45]\d\d$/.test(status)) return { library: 'web-push' };
  const gone = status === '410' || (status === '404' && GONE_BODY.test(text.printed.properties.get('body') ?? ''));
  const retryAfterMilliseconds = readRetryAfter(text);
  return {
    library: 'web-push',
    code: status,
    httpStatus: Number(status),
    details: knownDetails({ subscription: gone ? 'gone' : undefined }),
    ...(retryAfterMilliseconds === undefined ? {} : { retryAfterMilliseconds }),
  };
}

function firebase({ errorClass, message, printed, headCode }: FailureText): Recognition | undefined {
  const code = [printed.properties.get('errorInfo.code'), printed.properties.get('code'), headCode].find((candidate) => candidate !== undefined && FCM_CODES.has(candidate));
  if (code !== undefined) return { library: 'firebase', code, details: GONE };
  const said = FCM_BODY.test(message) || (message === 'NotRegistered' && errorClass !== 'TypeError');
  return said ? { library: 'firebase', code: 'UNREGISTERED', details: GONE } : undefined;
}

function apple({ errorClass, message, printed, frames }: FailureText): Recognition | undefined {
  const apns = /^Apns?[A-Z]?/i.test(errorClass) || frames.slice(0, 8).some((frame) => APNS_FRAME.test(frame)) || (printed.properties.get('status') === '410' && printed.properties.get('reason') === message);
  const reason = apns ? printed.properties.get('reason') ?? message : APNS.exec(message)?.[1];
  return reason !== undefined && APNS_REASONS.has(reason) ? { library: 'apns', code: reason, httpStatus: 410, details: GONE } : undefined;
}
