import { describe, expect, it } from 'vitest';
import { parseFailure } from '../../../src/inspect/parse-failure.ts';
import { report } from '../report.ts';

const FRAME = '\n    at send (/app/src/push.js:1:1)';

describe('failures of push services', () => {
  it('tells the status of a web push and whether its subscription is gone', () => {
    const printed = (status: number, body: string): string => `WebPushError: Received unexpected response code${FRAME} {\n  statusCode: ${status},\n  headers: { 'retry-after': '60' },\n  body: '${body}',\n  endpoint: 'https://push.example/1'\n}`;
    const parse = (status: number, body: string) => parseFailure(report('Received unexpected response code', printed(status, body)));
    expect(parse(410, 'push subscription has unsubscribed or expired.\\n')).toMatchObject({ library: 'web-push', code: '410', httpStatus: 410, details: { subscription: 'gone' } });
    expect(parse(404, '{"errno":102,"message":"No such subscription"}')).toMatchObject({ httpStatus: 404, details: { subscription: 'gone' } });
    expect(parse(404, 'no route')).toMatchObject({ httpStatus: 404, details: {} });
    expect(parse(403, 'the VAPID credentials do not correspond to the credentials used to create the subscription')).toMatchObject({ httpStatus: 403, details: {} });
    expect(parse(429, 'slow down')).toMatchObject({ httpStatus: 429, retryAfterMilliseconds: 60_000, details: {} });
  });

  it('claims nothing where the status was not kept', () => {
    const parsed = parseFailure(report('Received unexpected response code', `WebPushError: Received unexpected response code${FRAME}`));
    expect(parsed).toMatchObject({ library: 'web-push', details: {} });
    expect(parsed.httpStatus).toBeUndefined();
  });

  it.each([
    ['firebase', 'messaging/registration-token-not-registered', `FirebaseMessagingError: Requested entity was not found.${FRAME} {\n  errorInfo: {\n    code: 'messaging/registration-token-not-registered',\n    message: 'Requested entity was not found.'\n  },\n  codePrefix: 'messaging'\n}`],
    ['firebase', 'UNREGISTERED', `HttpError: 404 {"error":{"code":404,"status":"NOT_FOUND","details":[{"errorCode": "UNREGISTERED"}]}}${FRAME}`],
    ['firebase', 'UNREGISTERED', `Error: NotRegistered${FRAME}`],
    ['apns', 'Unregistered', `ApnsError: Unregistered${FRAME} {\n  statusCode: 410,\n  reason: 'Unregistered'\n}`],
    ['apns', 'ExpiredToken', `Error: APNs answered 410 ExpiredToken${FRAME}`],
    ['expo', 'DeviceNotRegistered', `Error: "ExponentPushToken[abc]" is not a registered push notification recipient${FRAME}`],
  ])('reads of %s that nobody listens: %s', (library, code, stack) => {
    const message = stack.slice(stack.indexOf(': ') + 2, stack.indexOf(FRAME));
    expect(parseFailure(report(message, stack))).toMatchObject({ library, code, details: { subscription: 'gone' } });
  });

  it.each([
    `FirebaseMessagingError: Requested entity was not found.${FRAME}`,
    `FirebaseMessagingError: SenderId mismatch${FRAME} {\n  errorInfo: {\n    code: 'messaging/mismatched-credential',\n    message: 'SenderId mismatch'\n  }\n}`,
    `ApnsError: BadDeviceToken${FRAME} {\n  statusCode: 400,\n  reason: 'BadDeviceToken'\n}`,
    `Error: user is Unregistered${FRAME}`,
    `Error: endpoint v1 was removed${FRAME} {\n  statusCode: 410\n}`,
  ])('does not call gone what may come back or was set up wrongly: %s', (stack) => {
    const message = stack.slice(stack.indexOf(': ') + 2, stack.indexOf(FRAME));
    expect(parseFailure(report(message, stack)).details).not.toHaveProperty('subscription');
  });
});
