import { describe, expect, it } from 'vitest';
import type { ParsedFailure } from '../../../src/core/failure.ts';
import { parseFailure } from '../../../src/inspect/parse-failure.ts';
import { report } from '../report.ts';

type Case = readonly [shows: string, stack: string, expected: Partial<ParsedFailure>];

const OWN = '\n    at Worker.process (/app/dist/worker.js:41:19)';

/** Texts of libraries that are not installed here, as their documentation and their sources have them. */
const CASES: readonly Case[] = [
  ['Gemini, overloaded', 'ApiError: {"error":{"code":503,"message":"The model is overloaded. Please try again later.","status":"UNAVAILABLE"}}', { library: 'google', httpStatus: 503 }],
  ['Gemini, with the wait in the body', 'ApiError: {"error":{"code":429,"message":"slow down","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"47s"}]}}', { library: 'google', httpStatus: 429, retryAfterMilliseconds: 47_000 }],
  ['Gemini, in a list', 'ApiError: [{"error":{"code":500,"message":"Internal","status":"INTERNAL"}}]', { library: 'google', httpStatus: 500 }],
  ['Gemini, cut off', 'ApiError: {"error":{"code":429,"message":"Resource has been exh', { library: 'google', httpStatus: 429 }],
  ['the older Gemini client', 'GoogleGenerativeAIError: [GoogleGenerativeAI Error]: Error fetching from https://x.example/v1: [503 Service Unavailable] Overloaded.', { library: 'google', httpStatus: 503 }],
  ['Gmail, whose limit has an end', 'GaxiosError: User-rate limit exceeded.  Retry after 2026-03-04T03:16:00.000Z', { library: 'google', httpStatus: 429, retryAfterMilliseconds: 60_000 }],
  ['OpenAI, with a wait', 'RateLimitError: 429 Rate limit reached for m on tokens per min (TPM): Limit 200000, Used 1. Please try again in 228ms.', { library: 'openai', httpStatus: 429, retryAfterMilliseconds: 228 }],
  ['OpenAI, with a longer one', 'RateLimitError: 429 Rate limit reached. Please try again in 1m2.5s.', { retryAfterMilliseconds: 62_500 }],
  ['Anthropic, overloaded', 'APIError: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', { library: 'openai', httpStatus: 529 }],
  ['AWS by its class', 'ThrottlingException: Rate exceeded', { library: 'aws', code: 'ThrottlingException' }],
  ['AWS by its name', `Error: boom${OWN}\n  name: 'SlowDown', '$metadata': { httpStatusCode: 503, attempts: 3 }`, { library: 'aws', code: 'SlowDown' }],
  ['AWS by its words', 'Error: Please reduce your request rate.', { library: 'aws', code: 'SlowDown' }],
  ['Stripe by its words', 'StripeInvalidRequestError: Charge ch_1 has already been refunded.', { library: 'stripe', code: 'charge_already_refunded', httpStatus: 400 }],
  ['Stripe, before the name was resolved', `StripeConnectionError: An error occurred with our connection to Stripe.${OWN} {\n  detail: Error: getaddrinfo EAI_AGAIN api.stripe.com\n}`, { library: 'stripe', code: 'EAI_AGAIN' }],
  ['a mail server that is busy', 'Error: Message failed: 451 4.7.1 Greylisting in action', { library: 'smtp', code: 'SMTP_NOT_NOW', details: { reply: '451', enhanced: '4.7.1', command: 'DATA' } }],
  ['a mail server that refuses for good', 'Error: Message failed: 554 5.7.1 rejected', { library: 'smtp', code: 'SMTP_REFUSED' }],
  ['a limit of a day at a mail server', 'Error: Data command failed: 450 4.2.1 Daily limit reached', { library: 'smtp', code: 'SMTP_REFUSED' }],
  ['gRPC, before the call', 'Error: 14 UNAVAILABLE: No connection established. Last error: connect ECONNREFUSED 10.0.0.3:50051', { library: 'grpc', code: 'UNAVAILABLE', details: { phase: 'connect' } }],
  ['gRPC, a stream that was lost', 'Error: 13 INTERNAL: GOAWAY received', { library: 'grpc', code: 'TRANSPORT' }],
  ['gRPC, a message that is too large', 'Error: 8 RESOURCE_EXHAUSTED: Received message larger than max (5 vs. 4)', { library: 'grpc', code: 'MESSAGE_TOO_LARGE' }],
  ['a number and a name that are no status of gRPC', 'Error: 14 ITEMS_MISSING: none', { library: 'unknown' }],
  ['Kafka under a wrapper that claims otherwise', 'KafkaJSNonRetriableError: This server is not the leader for that topic-partition', { library: 'kafkajs', code: 'NOT_LEADER_FOR_PARTITION' }],
  ['Kafka, a look-up', 'KafkaJSRequestTimeoutError: Request Metadata(key: 3, version: 6) timed out', { code: 'LOOKUP_TIMED_OUT' }],
  ['Kafka, a write', 'KafkaJSRequestTimeoutError: Request Produce(key: 0, version: 7) timed out', { code: 'REQUEST_TIMED_OUT' }],
  ['Slack', 'Error: A rate limit was exceeded (url: chat.postMessage, retry-after: 30)', { library: 'slack', httpStatus: 429, retryAfterMilliseconds: 30_000 }],
  ['Telegram', 'Error: ETELEGRAM: 429 Too Many Requests: retry after 35', { library: 'telegram', retryAfterMilliseconds: 35_000 }],
  ['GitHub, which says 403', `HttpError: You have exceeded a secondary rate limit.${OWN}\n  status: 403`, { library: 'octokit', httpStatus: 429 }],
  ['Elasticsearch', 'ResponseError: es_rejected_execution_exception: [es_rejected_execution_exception] Reason: queue full', { library: 'elasticsearch', httpStatus: 429 }],
  ['RabbitMQ, whose numbers are not HTTP\'s', 'Error: Channel closed by server: 404 (NOT-FOUND) with message "no queue"', { library: 'amqplib', code: 'NOT-FOUND' }],
  ['node-fetch', 'FetchError: request to https://x.example/1 failed, reason: connect ECONNREFUSED 10.0.0.7:443', { code: 'ECONNREFUSED', details: { phase: 'connect', syscall: 'connect', address: '10.0.0.7:443' } }],
  ['node-fetch, a body that ended early', 'FetchError: Invalid response body while trying to fetch https://x.example/1: Premature close', { code: 'ERR_STREAM_PREMATURE_CLOSE' }],
  ['ofetch', 'FetchError: [GET] "https://x.example/1": 503 Service Unavailable', { library: 'ofetch', httpStatus: 503, details: { method: 'GET', url: 'https://x.example/1' } }],
  ['ky', 'HTTPError: Request failed with status code 503 Service Unavailable: GET https://x.example/1', { library: 'ky', httpStatus: 503 }],
  ['request-promise', 'StatusCodeError: 503 - "busy"', { library: 'request', httpStatus: 503 }],
  ['an application that tells a status', 'Error: HTTP error! status: 503', { httpStatus: 503 }],
  ['an application that tells the words of it', 'Error: Failed to load prices: 504 Gateway Timeout', { httpStatus: 504 }],
  ['an application around a socket', 'Error: Failed to push contact: connect ECONNREFUSED 10.0.0.9:443', { code: 'ECONNREFUSED' }],
];

describe('failures of services', () => {
  it.each(CASES)('reads %s', (_, stack, expected) => {
    const message = stack.split('\n    at ')[0] ?? '';
    const colon = message.indexOf(': ');
    expect(parseFailure(report(message.slice(colon + 2), stack.includes('\n    at ') ? stack : stack + OWN))).toMatchObject(expected);
  });

  it('marks what stands behind words that tell of more than this one call', () => {
    const parsed = parseFailure(report('Batch failed: wrote 42 of 100 rows, then: read ECONNRESET', `Error: Batch failed: wrote 42 of 100 rows, then: read ECONNRESET${OWN}`));
    expect(parsed).toMatchObject({ code: 'ECONNRESET', details: { wrapped: 'true' } });
  });

  it.each(['invoice 503 has no rows', 'returned 503 rows, expected 500', 'cannot parse amount 429', 'order 404 was not found', 'status 5031 is unknown'])('reads no status from: %s', (message) => {
    expect(parseFailure(report(message, `Error: ${message}${OWN}`)).httpStatus).toBeUndefined();
  });

  it('keeps the body of an answer for the rules, and out of the template', () => {
    const parsed = parseFailure(report('Request failed with status code 409: {"code":"ALREADY_SHIPPED","trackingNo":"EX1"}', ''));
    expect(parsed.details['answer']).toBe('{"code":"ALREADY_SHIPPED","trackingNo":"EX1"}');
    expect(parsed.template).toBe('Request failed with status code 409');
  });
});
