import { mask } from '../mask.ts';
import type { FailureText } from '../failure-text.ts';
import { complaintTemplate, maskedPath } from './complaints.ts';
import type { Recognition } from './recogniser.ts';

/** What class-validator's sentences go on with behind the property. */
const SAYS =
  '(?:should not (?:be (?:empty|null or undefined)|exist)|must be (?:a (?:boolean value|string|UUID|number|Date instance|valid|positive|negative|non-empty|json)|an? (?:array|object|integer number|email|instance|ip|URL)|one of the following values|longer than|shorter than|equal to|divisible by|either object or array)|must (?:match|contain|not be (?:less|greater) than|have)\\b)';
/** Sentences as NestJS joins them: `property debug should not exist, silent must be a boolean value`. */
const SENTENCE = new RegExp(`(?:property |each value in (?:nested property )?|nested property )?[\\w.$-]{1,200} ${SAYS}`);
const COMPLAINT = new RegExp(`(?:^|[:,] )${SENTENCE.source}`);
const INSTANCE = 'An instance of ';
const CONSTRAINTS = /(?:property|properties) ([^\s,]{1,200}) has failed the following constraints: ([\w, ]{1,400})/g;
/** Where NestJS's pipe throws. */
const PIPE = /\/pipes\/validation\.pipe|ValidationPipe\./;

/** class-validator, alone or behind a validation pipe of NestJS. */
export function recogniseClassValidator({ errorClass, message, frames }: FailureText): Recognition | undefined {
  if (message.startsWith(INSTANCE) && message.slice(0, 256).includes(' has failed the validation:')) return readInstance(message);
  if (errorClass !== 'BadRequestException' && errorClass !== 'UnprocessableEntityException') return undefined;
  if (COMPLAINT.test(message)) return readSentences(message);
  return message === 'Bad Request Exception' && frames.slice(0, 8).some((frame) => PIPE.test(frame)) ? { library: 'class-validator' } : undefined;
}

function readInstance(message: string): Recognition {
  const kinds = [...message.matchAll(CONSTRAINTS)].slice(0, 32).map(([, property = '', constraints = '']) => `${maskedPath(property)} ${constraints.trim()}`);
  return { library: 'class-validator', template: complaintTemplate(message.slice(0, message.indexOf(':')), kinds) };
}

function readSentences(message: string): Recognition {
  const start = message.search(SENTENCE);
  const sentences = message.slice(start).split(', ').slice(0, 32).filter((part) => SENTENCE.test(part));
  return { library: 'class-validator', template: complaintTemplate(message.slice(0, start), sentences.map((sentence) => maskedPath(mask(sentence)))) };
}
