import { STATUS_CODES } from 'node:http';
import type { FailureText } from '../failure-text.ts';
import { answered, printedStatus } from './http-answer.ts';
import type { Recognition } from './recogniser.ts';

/** Clients made by one generator share their classes: OpenAI, Anthropic, Groq and others. */
const CLASSES = new Set([
  'APIError',
  'BadRequestError',
  'AuthenticationError',
  'PermissionDeniedError',
  'NotFoundError',
  'ConflictError',
  'UnprocessableEntityError',
  'RateLimitError',
  'InternalServerError',
]);
const STATUS = /^([45]\d\d) /;
/** How a client of the AI SDK sums its own attempts up. */
const ATTEMPTS = /^Failed after \d{1,3} attempts?(?: with non-retryable error)?\. Last error: /;
const OVERLOADED = /\boverloaded_error\b|^Overloaded$/;
const CODES = ['insufficient_quota', 'rate_limit_exceeded', 'invalid_api_key', 'model_not_found', 'context_length_exceeded', 'content_policy_violation'];

/** Clients of AI providers: `429 Rate limit reached ...`, `529 {"type":"error",...}`, `Connection error.`. */
export function recogniseOpenai(text: FailureText): Recognition | undefined {
  const { errorClass, message, printed } = text;
  if (errorClass === 'APIConnectionTimeoutError') return { library: 'openai', code: 'ETIMEDOUT', details: { phase: 'exchange' } };
  // Its cause says whether anything was sent; without one nobody knows.
  if (errorClass === 'APIConnectionError') return printed.causes.length > 0 ? undefined : { library: 'openai', code: 'ERR_NETWORK', details: { phase: 'exchange' } };
  const said = errorClass.startsWith('AI_') ? message.replace(ATTEMPTS, '') : message;
  const status = errorClass.startsWith('AI_') ? printedStatus(text, 'statusCode', 'status') ?? statusOfWords(said) : statedStatus(text);
  if (status === undefined) return undefined;
  const printedCode = printed.properties.get('code');
  const code = CODES.find((candidate) => candidate === printedCode || said.includes(`"code":"${candidate}"`));
  return answered(text, { library: 'openai', status: OVERLOADED.test(said) ? '529' : status, code, answer: said });
}

function statedStatus(text: FailureText): string | undefined {
  return CLASSES.has(text.errorClass) || fromClient(text) ? STATUS.exec(text.message)?.[1] : undefined;
}

/** The AI SDK's message is the status in words. */
function statusOfWords(said: string): string | undefined {
  if (OVERLOADED.test(said)) return '529';
  return Object.entries(STATUS_CODES).find(([code, words]) => Number(code) >= 400 && words === said)?.[0];
}

function fromClient({ frames }: FailureText): boolean {
  return frames.slice(0, 6).some((frame) => /\/node_modules\/(?:openai|@anthropic-ai\/[\w-]{1,40}|groq-sdk|@mistralai\/[\w-]{1,40}|together-ai)\//.test(frame));
}
