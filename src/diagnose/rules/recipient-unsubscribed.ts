import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { isJsonObject } from '../../core/json.ts';
import { isAlarm, isBulk, isOwed, isProtectedReceiver, namesOneReceiver } from '../reach.ts';
import { failureFact, type Rule } from '../rule.ts';
import { wordsOf } from '../words-of.ts';

const RECEIVER_WORDS = new Set('address addresses chat chats contact contacts email emails mail member members mobile phone phones recipient recipients subscriber subscribers to user users'.split(' '));
const UNSUBSCRIBED =
  /\b(?:unsubscribed (?:recipient|contact|address|number)|(?:recipient|contact|subscriber|member|address|number|user) (?:has |is |was )?(?:been )?(?:globally )?(?:unsubscribed|opted[ -]out|suppressed|on the suppression list)|is on (?:the|your|our|a) (?:account-level )?suppression list|has (?:previously )?(?:unsubscribed|opted out)|marked as inactive|(?:recipient|contact|subscriber|member|user)(?: \S{1,64})? (?:was|has been|is) (?:deleted|erased|anonymi[sz]ed)|compliance state due to unsubscribe|bot was blocked by the user|user is deactivated)\b/i;
/** Members that make a message one of many, and small things that are sent to please. */
const CAMPAIGN_KEYS = new Set('broadcast campaign mailing newsletter promo promotion'.split(' '));
const PLEASING = new Set('advice fact greeting greetings horoscope inspiration joke quiz quote recommendation recommendations riddle suggestion suggestions teaser tip tips trivia'.split(' '));
const MONEY = new Set('amount cents charge currency fee minor price sum total'.split(' '));
/** What an offer may be that is made to one person alone. */
const PERSONAL = new Set('applicant candidate contract deal employee estimate job lead proposal quotation tenant'.split(' '));
const REFUSED = 'Error: Attempt to send to unsubscribed recipient';
const CAMPAIGN = { name: 'send-campaign-sms', queue: 'marketing', payload: { to: '+10005550100', campaignId: 3 }, effects: 'external' } as const;

/** Mail to many for somebody who wants none any more. */
export const recipientUnsubscribed: Rule = {
  name: 'recipient-unsubscribed',
  why: 'Who has unsubscribed or was erased must not be written to again, and of a campaign nobody misses one. What somebody has a right to has to reach them in another way, so a person looks for it.',
  source: 'Twilio error 21610; Postmark API error 406 (inactive recipient); Amazon SES, account-level suppression list; Telegram Bot API, error 403.',
  examples: {
    for: [
      { ...CAMPAIGN, shows: 'a campaign by text message', stack: REFUSED },
      { ...CAMPAIGN, shows: 'a newsletter for somebody whose data was erased', name: 'send-newsletter', payload: { subscriberId: 8812 }, stack: 'Error: subscriber 8812 was erased on request' },
      { ...CAMPAIGN, shows: 'a newsletter', name: 'send-newsletter', payload: { to: 'nora@example.com' }, stack: 'Error: Recipient is on the suppression list' },
      { ...CAMPAIGN, shows: 'an offer of a campaign', name: 'send-offer', queue: 'sms', stack: REFUSED },
      { ...CAMPAIGN, shows: 'a tip by a bot that was blocked', name: 'send-tip', queue: 'bots', payload: { chatRef: 'c-88', tip: 'Water your plants' }, stack: 'TelegramError: 403: Forbidden: bot was blocked by the user' },
    ],
    against: [
      { ...CAMPAIGN, shows: 'an offer that is made to one person', name: 'send-offer', queue: 'sms', payload: { to: '+10005550100', offerId: 3 }, stack: REFUSED },
      { ...CAMPAIGN, shows: 'an offer of work', name: 'send-job-offer', queue: 'hiring', payload: { to: '+10005550100', campaignId: 3 }, stack: REFUSED },
      { ...CAMPAIGN, shows: 'a tip that is money', name: 'send-tip', queue: 'bots', payload: { chatRef: 'c-88', amount: 5 }, stack: 'TelegramError: 403: Forbidden: bot was blocked by the user' },
      { ...CAMPAIGN, shows: 'a message that nothing is known of', name: 'send-message', queue: 'bots', payload: { chatRef: 'c-88', text: 'Hello' }, stack: 'TelegramError: 403: Forbidden: bot was blocked by the user' },
      { ...CAMPAIGN, shows: 'a tip about a danger', name: 'send-tip', queue: 'bots', payload: { chatRef: 'c-88', text: 'Storm warning: stay inside' }, stack: 'TelegramError: 403: Forbidden: bot was blocked by the user' },
      { ...CAMPAIGN, shows: 'a bot that may not write in a group', name: 'send-tip', queue: 'bots', payload: { chatRef: 'c-88', tip: 'x' }, stack: 'TelegramError: 403: Forbidden: bot is not a member of the channel chat' },
      { ...CAMPAIGN, shows: 'a code that somebody waits for', name: 'send-otp', queue: 'sms', stack: REFUSED },
      { ...CAMPAIGN, shows: 'a copy of the data of somebody who was erased', name: 'sync-profile', queue: 'crm', payload: { userId: 8812 }, stack: 'Error: user 8812 was deleted' },
      { ...CAMPAIGN, shows: 'a receipt', name: 'send-receipt', stack: REFUSED },
      { ...CAMPAIGN, shows: 'several recipients', payload: { to: ['+10005550100', '+10005550101'] }, stack: REFUSED },
      { ...CAMPAIGN, shows: 'a protected recipient', protect: ['/to'], stack: REFUSED },
      { ...CAMPAIGN, shows: 'a job that unsubscribes', name: 'campaign-unsubscribe', stack: 'Error: could not unsubscribe: connection lost' },
      { ...CAMPAIGN, shows: 'a sender that is not known', stack: 'Error: Email address is not verified' },
    ],
  },
  match(inspected) {
    const { failure, letter } = inspected;
    if (!UNSUBSCRIBED.test(failure.message) || !(isBulk(inspected) || isForMany(inspected)) || isOwed(inspected)) return undefined;
    if (!namesOneReceiver(letter.payload, RECEIVER_WORDS) || isProtectedReceiver(inspected, RECEIVER_WORDS)) return undefined;
    return {
      cause: 'hopeless',
      rule: 'recipient-unsubscribed',
      why: 'The only recipient has unsubscribed, is suppressed or was erased, and the message is one of many, of which nobody misses one.',
      evidence: [failureFact(failure), { source: 'policy', fact: `the job (${letter.name}) sends messages to many` }],
      confidence: 'certain',
    };
  },
};

/** True where the payload names a campaign, or the name a small thing that is sent to please, and nothing money or one person alone. */
function isForMany(inspected: InspectedLetter): boolean {
  const { name, queue, payload } = inspected.letter;
  if (!isJsonObject(payload) || isAlarm(inspected)) return false;
  const words = Object.keys(payload).flatMap((key) => wordsOf(key));
  const named = [...wordsOf(name), ...wordsOf(queue)];
  if (words.some((word) => MONEY.has(word)) || [...words, ...named].some((word) => PERSONAL.has(word))) return false;
  return words.some((word) => CAMPAIGN_KEYS.has(word)) || wordsOf(name).some((word) => PLEASING.has(word));
}
