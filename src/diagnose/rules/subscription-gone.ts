import { isAlarm, isProtectedReceiver, namesOneReceiver } from '../reach.ts';
import { failureFact, type Rule } from '../rule.ts';

const RECEIVER_WORDS = new Set('device devices endpoint endpoints player players registration registrations subscription subscriptions token tokens'.split(' '));
const GONE = "WebPushError: Received unexpected response code\n    at IncomingMessage.<anonymous> (/app/node_modules/web-push/src/web-push-lib.js:347:20) {\n  statusCode: 410,\n  body: 'push subscription has unsubscribed or expired.\\n'\n}";
const FCM = "FirebaseMessagingError: Requested entity was not found.\n    at FirebaseMessagingError.fromServerError (/app/node_modules/firebase-admin/lib/utils/error.js:254:16) {\n  errorInfo: {\n    code: 'messaging/registration-token-not-registered',\n    message: 'Requested entity was not found.'\n  },\n  codePrefix: 'messaging'\n}";

const APPLE = "Error: Unregistered\n    at Client.request (/app/node_modules/@parse/node-apn/lib/client.js:211:19) {\n  status: 410,\n  reason: 'Unregistered'\n}";

/** A notification for a device that nobody can reach any more. */
export const subscriptionGone: Rule = {
  name: 'subscription-gone',
  why: 'A subscription that its service has given up never comes back: the device gets another one. A notification is a hint to look, so nothing is lost with it; an alarm is none, and neither is one for several devices.',
  source: 'RFC 8030, sections 5 and 7.3; Firebase Cloud Messaging, error codes (UNREGISTERED); Apple, handling notification responses (410 Unregistered, ExpiredToken); Expo push service (DeviceNotRegistered).',
  examples: {
    for: [
      { shows: 'a browser that has unsubscribed', name: 'send-web-push', queue: 'push', payload: { subscriptionId: 31, title: 'New reply' }, stack: GONE, effects: 'external' },
      { shows: 'what a push service calls an alert', name: 'send-alert', queue: 'push', payload: { deviceRef: 'dv-9', title: 'Your table is ready' }, stack: FCM, effects: 'external' },
      { shows: 'an app that was removed', name: 'send-push', queue: 'push', payload: { token: 'f8a:x', title: 'New reply' }, stack: FCM, effects: 'external' },
      { shows: 'the same on another system', name: 'send-push', queue: 'push', payload: { deviceToken: 'a1', title: 'New reply' }, stack: 'Error: APNs rejected the notification: 410 Unregistered', effects: 'external' },
      { shows: 'the same through Expo', name: 'send-push', queue: 'push', payload: { pushToken: 'ExponentPushToken[x]', title: 'New reply' }, stack: 'Error: DeviceNotRegistered', effects: 'external' },
      { shows: 'a service that no longer knows the subscription', name: 'send-web-push', queue: 'push', payload: { subscription: { endpoint: 'https://push.example/1' } }, stack: GONE.replace('410', '404'), effects: 'external' },
      { shows: 'a service that says that it does not find the subscription', name: 'send-web', queue: 'push', payload: { subscriptionRef: 'ws-1', title: 'New photo' }, stack: GONE.replace('410', '404').replace('push subscription has unsubscribed or expired.', 'subscription not found'), effects: 'external' },
      { shows: 'what a client of Apple\'s throws', name: 'send-ios', queue: 'push', payload: { deviceRef: 'ios-4', alert: 'Your parcel is here' }, stack: APPLE, effects: 'external' },
      { shows: 'the same where only the stack was kept', name: 'send-ios', queue: 'push', payload: { deviceRef: 'ios-4', alert: 'Your parcel is here' }, stack: APPLE.split(' {')[0] ?? '', effects: 'external' },
    ],
    against: [
      { shows: 'the word in somebody else\'s error', name: 'send-ios', queue: 'push', payload: { deviceRef: 'ios-4' }, stack: 'Error: Unregistered\n    at x (/app/dist/devices.js:1:1)', effects: 'external' },
      { shows: 'a token of another app', name: 'send-ios', queue: 'push', payload: { deviceRef: 'ios-4' }, stack: APPLE.replaceAll('Unregistered', 'DeviceTokenNotForTopic').replace('410', '400'), effects: 'external' },
      { shows: 'a page that is not found', name: 'send-web', payload: { subscriptionId: 31 }, stack: GONE.replace('410', '404').replace('push subscription has unsubscribed or expired.', '<html>404 page not found</html>'), effects: 'external' },
      { shows: 'a version of a partner that is gone', name: 'notify-partner', payload: { subscriptionId: 4 }, stack: 'AxiosError: Request failed with status code 410', effects: 'external' },
      { shows: 'a status that was not kept', name: 'send-web-push', payload: { subscriptionId: 31 }, stack: 'WebPushError: Received unexpected response code', effects: 'external' },
      { shows: 'a wrong address of the service', name: 'send-web-push', payload: { subscriptionId: 31 }, stack: "WebPushError: Received unexpected response code\n    at x (/app/x.js:1:1) {\n  statusCode: 404,\n  body: 'no route'\n}", effects: 'external' },
      { shows: 'keys of another sender', name: 'send-web-push', payload: { subscriptionId: 31 }, stack: GONE.replace('410', '403'), effects: 'external' },
      { shows: 'a token of the test environment', name: 'send-push', payload: { deviceToken: 'a1' }, stack: 'Error: APNs rejected the notification: 400 BadDeviceToken', effects: 'external' },
      { shows: 'several devices', name: 'send-push', payload: { tokens: ['a', 'b'], title: 'New reply' }, stack: FCM, effects: 'external' },
      { shows: 'a user, who may have several', name: 'send-push', payload: { userId: 7, title: 'New reply' }, stack: FCM, effects: 'external' },
      { shows: 'an alarm', name: 'send-alarm-push', payload: { token: 'f8a:x', title: 'Room 5' }, stack: FCM, effects: 'external' },
      { shows: 'a notification that is called one', name: 'send-push', payload: { token: 'f8a:x', type: 'fall-detected' }, stack: FCM, effects: 'external' },
      { shows: 'an error that the user calls transient', name: 'send-push', payload: { token: 'f8a:x' }, stack: FCM, errors: { FirebaseMessagingError: 'transient' }, effects: 'external' },
      { shows: 'a notification whose text is one', name: 'send-alert', queue: 'push', payload: { token: 'f8a:x', notification: { title: 'Smoke in room 5' } }, stack: FCM, effects: 'external' },
      { shows: 'a protected receiver', name: 'send-push', payload: { token: 'f8a:x' }, protect: ['/token'], stack: FCM, effects: 'external' },
    ],
  },
  match(inspected) {
    const { failure, letter } = inspected;
    if (failure.details['subscription'] !== 'gone' || isAlarm(inspected)) return undefined;
    if (!namesOneReceiver(letter.payload, RECEIVER_WORDS) || isProtectedReceiver(inspected, RECEIVER_WORDS)) return undefined;
    return {
      cause: 'hopeless',
      rule: 'subscription-gone',
      why: 'The push service says that the subscription of the only receiver is gone for good; the notification can not reach anybody.',
      evidence: [failureFact(failure), { source: 'failure', fact: `the subscription is gone (${failure.code ?? failure.library})` }, { source: 'payload', fact: 'it names one receiver' }],
      confidence: 'certain',
    };
  },
};
