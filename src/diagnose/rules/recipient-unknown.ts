import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { payloadValues } from '../payload-values.ts';
import { isBulk, isOwed, isProtectedReceiver, namesOneReceiver } from '../reach.ts';
import { failureFact, type Rule } from '../rule.ts';
import { wordsOf } from '../words-of.ts';

const RECEIVER_WORDS = new Set('address addresses contact contacts email emails mail member members recipient recipients subscriber subscribers to user users'.split(' '));
const SENDER_WORDS = new Set('from reply sender return'.split(' '));
const ADDRESS = /^[^\s@<>,;]{1,64}@[^\s@<>,;]{1,190}$/;
const QUOTED_ADDRESS = /<([^\s@<>]{1,64}@[^\s@<>]{1,190})>/;
const MOST_VALUES = 500;

/** The server refuses the recipient, before it has seen the mail. */
const AT_RECIPIENT = /\b(?:all recipients were rejected|recipient command failed|recipients? (?:address )?rejected|RCPT TO)\b/i;
const UNKNOWN_CODE = /(?:^|[^\d.])55[0134][ -]{1,2}#?5\.1\.(?:1|6|10)\b/;
const UNKNOWN_WORDS = /(?:^|[^\d.])55[013]\b[^\n]{0,200}\b(?:(?:user|recipient|mailbox|address|account) (?:is )?(?:unknown|not found|does(?: not|n't) exist)|unknown (?:user|recipient|mailbox)|no such (?:user|mailbox|recipient|person)|invalid mailbox)\b/i;
/** Refusals that are about the sender, his server or the moment; the address may be a good one. */
const ABOUT_SENDER = /\b5\.7\.\d|\b(?:relay\w{0,3}|spam|spf|dkim|dmarc|reputation|blacklist\w{0,3}|blocklist\w{0,3}|blocked|policy|greylist\w{0,3}|quota|full|authenticat\w{1,4}|sender)\b/i;

const UNKNOWN = "Error: Can't send mail - all recipients were rejected: 550 5.1.1 <left@example.org>: Recipient address rejected: User unknown";
const NEWSLETTER = { name: 'send-newsletter', queue: 'mail', payload: { to: 'left@example.org', issueId: 7 }, effects: 'external' } as const;

/** Mail to many for an address that does not exist. */
export const recipientUnknown: Rule = {
  name: 'recipient-unknown',
  why: 'An address of which its own server says that nobody has it stays wrong, and of a newsletter nobody misses one. An invoice has to reach its customer another way, so a person looks for it; so has everything that is not plainly mail to many.',
  source: 'RFC 5321, section 4.2.3 (550 at RCPT); RFC 3463, section 3.2 (5.1.1, 5.1.6) and RFC 7505 (5.1.10); messages of nodemailer.',
  examples: {
    for: [
      { ...NEWSLETTER, shows: 'a newsletter', stack: UNKNOWN },
      { ...NEWSLETTER, shows: 'a digest', name: 'weekly-digest', stack: 'Error: Recipient command failed: 550-5.1.1 The email account that you tried to reach does not exist.' },
      { ...NEWSLETTER, shows: 'a campaign for a contact', name: 'send-campaign-mail', payload: { contactId: 7, campaignId: 3 }, stack: "Error: Can't send mail - all recipients were rejected: 550 No such user here" },
    ],
    against: [
      { ...NEWSLETTER, shows: 'an invoice', name: 'send-invoice-mail', stack: UNKNOWN },
      { ...NEWSLETTER, shows: 'many invoices', name: 'send-bulk-invoices', stack: UNKNOWN },
      { ...NEWSLETTER, shows: 'mail that nothing is known of', name: 'send-mail', stack: UNKNOWN },
      { ...NEWSLETTER, shows: 'the confirmation of a newsletter', name: 'newsletter-confirmation', stack: UNKNOWN },
      { ...NEWSLETTER, shows: 'a digest with an order', name: 'daily-digest', payload: { to: 'left@example.org', orderId: 'A-1' }, stack: UNKNOWN },
      { ...NEWSLETTER, shows: 'a protected recipient', protect: ['/to'], stack: UNKNOWN },
      { ...NEWSLETTER, shows: 'a recipient that the schema calls critical', jsonSchema: { properties: { to: { description: 'Business-critical.' } } }, stack: UNKNOWN },
      { ...NEWSLETTER, shows: 'several recipients', payload: { to: ['left@example.org', 'nora@example.com'] }, stack: UNKNOWN },
      { ...NEWSLETTER, shows: 'several recipients in one text', payload: { to: 'left@example.org, nora@example.com' }, stack: UNKNOWN },
      { ...NEWSLETTER, shows: 'another address than that of the letter', payload: { to: 'nora@example.com' }, stack: UNKNOWN },
      { ...NEWSLETTER, shows: 'a server that mistrusts the sender', stack: "Error: Can't send mail - all recipients were rejected: 550 5.7.1 <left@example.org>: Relay access denied" },
      { ...NEWSLETTER, shows: 'a full mailbox', stack: "Error: Can't send mail - all recipients were rejected: 552 5.2.2 <left@example.org>: Mailbox full" },
      { ...NEWSLETTER, shows: 'a server that asks for patience', stack: "Error: Can't send mail - all recipients were rejected: 450 4.2.0 <left@example.org>: Recipient address rejected: Greylisted" },
      { ...NEWSLETTER, shows: 'some recipients who have the mail', stack: 'Error: SMTP: 3 of 5 recipients rejected after DATA' },
    ],
  },
  match(inspected) {
    const { failure, letter } = inspected;
    if (!isUnknownRecipient(failure.message) || !isBulk(inspected) || isOwed(inspected)) return undefined;
    if (!namesOneReceiver(letter.payload, RECEIVER_WORDS) || isProtectedReceiver(inspected, RECEIVER_WORDS) || !isOwnAddress(inspected)) return undefined;
    return {
      cause: 'hopeless',
      rule: 'recipient-unknown',
      why: 'The mail server of the only recipient says for good that nobody has this address, and the job sends mail to many, of which nobody misses one.',
      evidence: [failureFact(failure), { source: 'policy', fact: `the name of the job (${letter.name}) says mail to many` }],
      confidence: 'certain',
    };
  },
};

function isUnknownRecipient(message: string): boolean {
  const unknown = UNKNOWN_CODE.test(message) || UNKNOWN_WORDS.test(message);
  return unknown && AT_RECIPIENT.test(message) && !ABOUT_SENDER.test(message);
}

/** True unless the payload holds an address and the failure is about another one. */
function isOwnAddress({ failure, letter }: InspectedLetter): boolean {
  const addresses = letter.payload === undefined ? [] : [...receiverAddresses(letter.payload)];
  if (addresses.length !== 1) return addresses.length === 0;
  const refused = QUOTED_ADDRESS.exec(failure.message)?.[1]?.toLowerCase();
  return refused === undefined || refused === addresses[0];
}

function receiverAddresses(payload: Parameters<typeof payloadValues>[0]): ReadonlySet<string> {
  const found = new Set<string>();
  let looked = 0;
  for (const { key, value } of payloadValues(payload)) {
    looked += 1;
    if (looked > MOST_VALUES) return found;
    if (typeof value === 'string' && ADDRESS.test(value) && !wordsOf(key).some((word) => SENDER_WORDS.has(word))) found.add(value.toLowerCase());
  }
  return found;
}
