import type { FailureText } from '../failure-text.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

/** What nodemailer says before a server's reply; each belongs to one step of the dialogue. */
const STEPS: readonly (readonly [start: string, command: string])[] = [
  ['Invalid greeting', 'CONN'],
  ['Server terminates connection', 'EHLO'],
  ['Invalid EHLO', 'EHLO'],
  ['Invalid HELO', 'HELO'],
  ['Error upgrading connection with STARTTLS', 'STARTTLS'],
  ['Invalid login', 'AUTH'],
  ['Mail command failed', 'MAIL FROM'],
  ['Recipient command failed', 'RCPT TO'],
  ["Can't send mail - all recipients were rejected", 'RCPT TO'],
  ['Data command failed', 'DATA'],
  ['Message failed', 'DATA'],
];
const REPLY = /^[^:\n]{1,80}(?:\. response=[^:\n]{0,200})?: ([45]\d\d)(?:[ -]{1,2}([45]\.\d{1,3}\.\d{1,3}))?(?![\d.])/;
/** A reply alone, as other mailers and services pass it on. */
const BARE_REPLY = /^([45]\d\d)[ -]([45]\.\d{1,3}\.\d{1,3}) /;
/** Said before anything of the mail goes out, whatever command is printed beside it. */
const CONNECTING = new Set(['Connection timeout', 'Greeting never received']);
/**
 * Said at any moment. Nodemailer prints `command: 'CONN'` beside these also while a message is under way, so that the
 * command proves nothing here.
 */
const ANY_MOMENT = new Set(['Timeout', 'Connection closed unexpectedly', 'Unexpected socket close', 'Socket closed unexpectedly', 'Connection closed']);
const FRAMES = '/node_modules/nodemailer/';
/** 4xx replies that ask for no patience: settings, and limits of a day. */
const NO_PATIENCE = /\b(?:relay\w{0,3}|authentication (?:is )?required|not authenticated|credentials|too many recipients|domain not found|does not exist|blacklist\w{0,3}|blocklist\w{0,3}|blocked|spamhaus|spam|daily|per day|24 ?hours?)\b/i;

/** Mail servers through nodemailer. The detail `command` is the step that was refused, where the failure proves it. */
export function recogniseSmtp(text: FailureText): Recognition | undefined {
  const { message, printed: { properties } } = text;
  const step = STEPS.find(([start]) => message.startsWith(start))?.[1];
  const ours = step !== undefined || properties.has('command') || text.frames.slice(0, 8).some((frame) => frame.includes(FRAMES));
  const reply = (ours ? REPLY.exec(message) : null) ?? BARE_REPLY.exec(message);
  const status = reply?.[1] ?? (ours ? replyCode(properties.get('responseCode')) : undefined);
  if (status !== undefined) return { library: 'smtp', code: codeOf(status, message, step), details: knownDetails({ reply: status, enhanced: reply?.[2], command: step }) };
  return ours ? withoutReply(text) : undefined;
}

function withoutReply({ message, printed }: FailureText): Recognition | undefined {
  if (CONNECTING.has(message)) return { library: 'smtp', code: 'ETIMEDOUT', details: { phase: 'connect', command: 'CONN' } };
  if (ANY_MOMENT.has(message)) return { library: 'smtp', code: message === 'Timeout' ? 'ETIMEDOUT' : 'ECONNRESET', details: { phase: 'exchange' } };
  return printed.properties.get('code') === 'EAUTH' ? { library: 'smtp', code: 'EAUTH' } : undefined;
}

function replyCode(code: string | undefined): string | undefined {
  return code !== undefined && /^[45]\d\d$/.test(code) ? code : undefined;
}

function codeOf(status: string, message: string, step: string | undefined): string {
  const final = status.startsWith('5');
  if (final) return step === 'AUTH' ? 'EAUTH' : 'SMTP_REFUSED';
  return NO_PATIENCE.test(message) ? 'SMTP_REFUSED' : 'SMTP_NOT_NOW';
}
