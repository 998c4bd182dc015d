import { STATUS_CODES } from 'node:http';
import type { FailureText } from '../failure-text.ts';
import { answered, printedStatus } from './http-answer.ts';
import { recogniseNode } from './node.ts';
import type { Recognition } from './recogniser.ts';

/** Facts that a failure shows although its format is nobody's. */
export type ShownFacts = Omit<Recognition, 'library' | 'template'>;

const OF_ANSWER = ['response.status', 'response.statusCode', '$metadata.httpStatusCode', 'res.status', 'res.statusCode'] as const;
/** What also an error of the application's own may carry, which no other side has said. */
const OF_ERROR = ['statusCode', 'status', 'httpStatus'] as const;
const BY_NAME = /\b(?:HTTP(?:\/[\d.]{1,3})?(?: (?:[Ee]rror|[Ss]tatus|[Cc]ode|[Rr]esponse)){0,2}!?|HTTP[- ]?[Cc]ode|[Ss]tatus(?: ?[Cc]ode)?|[Rr]esponse(?: [Cc]ode)?|returned|responded with|answered with|respond with)[:=,]? {0,2}(?:[Ss]tatus(?: ?[Cc]ode)?[:=]? ?)?([45]\d\d)(?=$|\s{0,2}[:;,.()\]{<"-]|\s(?:[A-Z(]|from\b|on\b|for\b|after\b|when\b|while\b))/;
const BY_WORDS = /(?:^|[\s:([])([45]\d\d)[:)]? ?-? ?\(?([A-Z][A-Za-z' -]{2,32})/;
/** Words in which an application says that this call of its failed, and nothing of what came before it. */
const CALL = /^(?:Failed|Unable|Could not|Can ?not|Couldn't|HTTP|Request|Response|Error|API|Upstream|Server|Fetch|[\w.-]{2,24} (?:API|request|call|service|server|webhook|error|upload|download)|[45]\d\d)\b[^\d,;]{0,80}$/i;
/** Statuses that are believed on their words alone: `Too Many Requests`. */
const PASSING = new Set(['429', '502', '503', '504']);
const SYSTEM_CODE = /^(?:ECONNRESET|ECONNREFUSED|ETIMEDOUT|EPIPE|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH|ENETUNREACH)$/;
const STATUS_CHARACTERS = 400;

/**
 * What an error of an application, or of a library without a parser, tells of the answer or the connection it met: a
 * printed status, a status in its message, or node's own words at the end of it. The detail `wrapped` is set where the
 * message tells more than this one call, so that something may have been done before it; `byWorker` where nothing shows
 * that the status is the answer of another side.
 */
export function readShownFacts(text: FailureText): ShownFacts | undefined {
  const answer = printedStatus(text, ...OF_ANSWER);
  const printed = answer ?? printedStatus(text, ...OF_ERROR);
  const found = printed === undefined ? statusInMessage(text.message) : { status: printed, before: '', answer: text.message };
  if (found !== undefined) {
    // The error's own code, where it has one, says more than the status.
    const { library: _, code: __, ...facts } = answered(text, { library: '', status: found.status, answer: found.answer, details: { wrapped: wrappedBy(found.before), byWorker: answer === undefined ? 'true' : undefined } });
    return facts;
  }
  return systemErrorAtEnd(text);
}

interface StatedStatus {
  readonly status: string;
  readonly before: string;
  readonly answer: string;
}

function statusInMessage(whole: string): StatedStatus | undefined {
  const message = whole.slice(0, STATUS_CHARACTERS);
  const bare = Object.entries(STATUS_CODES).find(([code, words]) => words === whole && PASSING.has(code))?.[0];
  if (bare !== undefined) return { status: bare, before: '', answer: '' };
  const named = BY_NAME.exec(message);
  if (named?.[1] !== undefined) return stated(whole, named, named[1]);
  const worded = BY_WORDS.exec(message);
  const words = STATUS_CODES[worded?.[1] ?? ''];
  if (worded?.[1] === undefined || words === undefined || plain(worded[2]).slice(0, plain(words).length) !== plain(words)) return undefined;
  return stated(whole, worded, worded[1]);
}

function stated(message: string, match: RegExpExecArray, status: string): StatedStatus {
  return { status, before: message.slice(0, match.index), answer: message.slice(match.index + match[0].length) };
}

/** `Time-out` and `Timeout` are the same. */
function plain(words: string | undefined): string {
  return (words ?? '').toLowerCase().replace(/[^a-z]/g, '');
}

function systemErrorAtEnd(text: FailureText): ShownFacts | undefined {
  if (SYSTEM_CODE.test(text.message)) return { code: text.message, details: {} };
  const colon = text.message.lastIndexOf(': ');
  const opening = text.message.endsWith(')') ? text.message.lastIndexOf('(') : -1;
  const start = Math.max(colon < 0 ? -1 : colon + 2, opening + 1);
  if (start <= 0) return undefined;
  const last = text.message.slice(start).replace(/[).]{1,2}$/, '');
  const words = last.split(' ');
  const inner = words.length > 12 ? undefined : recogniseNode({ ...text, message: last, headCode: undefined, printed: { properties: new Map(), causes: [] } });
  if (inner === undefined) return SYSTEM_CODE.test(last) ? { code: last, details: { wrapped: 'true' } } : undefined;
  const { library: _, ...facts } = inner;
  return { ...facts, details: { ...facts.details, ...(wrappedBy(text.message.slice(0, start).replace(/[\s:(]{1,4}$/, '')) === undefined ? {} : { wrapped: 'true' }) } };
}

function wrappedBy(before: string): string | undefined {
  return before.trim() === '' || CALL.test(before) ? undefined : 'true';
}
