import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { isJsonObject } from '../../core/json.ts';
import { allPast } from '../past-moment.ts';
import { passesSchema } from '../passes-schema.ts';
import { isAlarm, isOwed, isProtectedReceiver } from '../reach.ts';
import { failureFact, type Rule } from '../rule.ts';
import { wordsOf } from '../words-of.ts';

/** Clocks, zones and delays may differ; what has been over for a day is over everywhere. */
const MARGIN = 24 * 60 * 60_000;
const NOTICES = new Set('countdown remind reminder reminders teaser'.split(' '));
/** What a person has to be told of also afterwards, or has to do still. */
const STAYS_DUE = new Set(
  `appeal auction bid boarding check checkup claim contract cure debt departure dose dosage election exam fee filing fine flight hearing interview invoice
  judgement lease licence license loan medicine passport pickup pill premium rent renewal return returns review subscription surgery survey task todo treatment trial
  vaccination vaccine visa vote`.split(/\s+/),
);
const MOMENTS = new Set('date day end ends ended expires expiry start starts until'.split(' '));
/** Members by which the same thing comes again, or at another time. */
const AGAIN = new Set('cron every interval postponed recurrence recurring repeat repeats rescheduled rrule series'.split(' '));
const RECEIVER_WORDS = new Set('contact email event member phone recipient session subscriber to user'.split(' '));
/** The worker's own first words: what is over is the event, and not a session or an offer of somebody else's. */
const OVER = /^(?:the |this )?(?:calendar )?(?:class|concert|course|event|game|launch|live ?stream|match|meet-?up|party|sale|seminar|show|stream|webinar|workshop)(?: [\w-]{1,64})? (?:is (?:already )?(?:over|past|in the past)|(?:has )?(?:already )?(?:ended|finished|passed|taken place)|was over|lies in the past)\b/i;
const REMINDER = { name: 'send-reminder', queue: 'events', effects: 'external', stack: 'Error: Event is over, not sending a reminder' } as const;
const OLD = { eventRef: 'ev-1', to: 'guest.two@example.com', startsAt: '2020-05-01T18:00:00Z' } as const;

/** A reminder of something that is long over. */
export const noticeOverdue: Rule = {
  name: 'notice-overdue',
  why: 'A reminder is for coming in time. Of an event that is over it only confuses, and the worker itself refuses it. Both must say so, the worker and the payload: a wrong clock or a date without a zone is no evidence. What somebody owes or has to be told stays due after its date.',
  source: 'RFC 5545, section 3.6.6: a reminder has its place before or at the start of its event.',
  examples: {
    for: [
      { ...REMINDER, shows: 'an event', payload: OLD },
      { ...REMINDER, shows: 'a webinar by its end', name: 'webinar-reminder', payload: { webinarId: 'w-1', endsAt: 1_577_837_100 }, stack: 'Error: Webinar has already ended' },
    ],
    against: [
      { ...REMINDER, shows: 'an event to come', payload: { ...OLD, startsAt: '2026-05-01T18:00:00Z' } },
      { ...REMINDER, shows: 'an event that was over just now', payload: { ...OLD, startsAt: '2026-03-04T01:00:00Z' } },
      { ...REMINDER, shows: 'an event that starts in the past and ends in the future', payload: { ...OLD, endsAt: '2026-05-01T18:00:00Z' } },
      { ...REMINDER, shows: 'a date without a zone', payload: { ...OLD, startsAt: '01/05/2020 18:00' } },
      { ...REMINDER, shows: 'no date', payload: { eventRef: 'ev-1' } },
      { ...REMINDER, shows: 'an event that comes again', payload: { ...OLD, recurrence: 'weekly' } },
      { ...REMINDER, shows: 'an invoice', name: 'invoice-reminder', payload: OLD },
      { ...REMINDER, shows: 'a hearing', name: 'hearing-reminder', payload: OLD },
      { ...REMINDER, shows: 'an event with an order', payload: { ...OLD, orderId: 'o-1' } },
      { ...REMINDER, shows: 'a contract of which the payload speaks', payload: { ...OLD, kind: 'lease renewal' } },
      { ...REMINDER, shows: 'a medicine', name: 'dose-reminder', payload: OLD },
      { ...REMINDER, shows: 'the news that it was called off', name: 'send-event-update', payload: OLD },
      { ...REMINDER, shows: 'another failure', payload: OLD, stack: 'Error: connect ECONNREFUSED 10.0.0.7:443' },
      { ...REMINDER, shows: 'a session of the worker', payload: OLD, stack: 'Error: Session has expired' },
      { ...REMINDER, shows: 'the words of another side', payload: OLD, stack: 'AxiosError: Request failed with status code 422: {"error":"event is over"}' },
      { ...REMINDER, shows: 'a protected receiver', payload: OLD, protect: ['/to'] },
      { ...REMINDER, shows: 'an event that the schema refuses', payload: OLD, refused: [['/to', 'format']] },
    ],
  },
  match(inspected, { now }) {
    const { failure } = inspected;
    if (!passesSchema(inspected) || !OVER.test(failure.message) || failure.httpStatus !== undefined || !isNotice(inspected)) return undefined;
    if (isOwed(inspected) || isAlarm(inspected) || isProtectedReceiver(inspected, RECEIVER_WORDS) || !allPast(inspected.letter.payload, MOMENTS, MARGIN, now)) return undefined;
    return {
      cause: 'hopeless',
      rule: 'notice-overdue',
      why: 'The payload and the worker both say that what the reminder is for is over; sent now it helps nobody.',
      evidence: [failureFact(failure), { source: 'payload', fact: 'every moment that it names has been past for more than a day' }],
      confidence: 'certain',
    };
  },
};

function isNotice({ letter }: InspectedLetter): boolean {
  const { payload } = letter;
  if (!isJsonObject(payload)) return false;
  const named = [...wordsOf(letter.name), ...wordsOf(letter.queue)];
  const keys = Object.keys(payload).flatMap((key) => wordsOf(key));
  const kinds = ['kind', 'type', 'topic', 'category', 'subject', 'title'].flatMap((key) => (typeof payload[key] === 'string' ? wordsOf(payload[key]) : []));
  return wordsOf(letter.name).some((word) => NOTICES.has(word)) && ![...named, ...keys, ...kinds].some((word) => STAYS_DUE.has(word)) && !keys.some((word) => AGAIN.has(word));
}
