import { expect, test } from 'vitest';

import { MendqError } from '../../src/core/errors.ts';
import { providerFailure } from '../../src/model/provider-failure.ts';

const NOW = new Date('2026-11-30T12:00:00.000Z');
const read = (error: unknown) => providerFailure(error, NOW, 12);
const answered = (statusCode: number, body: unknown, responseHeaders?: object) => Object.assign(new Error('refused'), { statusCode, responseBody: typeof body === 'string' ? body : JSON.stringify(body), ...(responseHeaders === undefined ? {} : { responseHeaders }) });
const retryInfo = (retryDelay: unknown) => ({ error: { code: 429, message: '', details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }] } });

test.each([
  ['47s', 47_000],
  ['47.43s', 47_430],
  ['0.000000001s', 1],
  ['0s', 0],
  ['999999999s', 86_400_000],
  ['soon', undefined],
  ['-5s', undefined],
  [{ seconds: 47 }, undefined],
  [undefined, undefined],
])('a RetryInfo of %j is %j ms', (delay, expected) => {
  expect(read(answered(429, retryInfo(delay))).retryAfterMilliseconds).toBe(expected);
});

test('the body is believed before the headers, which round up', () => {
  expect(read(answered(429, retryInfo('47.4s'), { 'retry-after': '60' })).retryAfterMilliseconds).toBe(47_400);
  expect(read(answered(429, 'busy', { 'Retry-After': '60' })).retryAfterMilliseconds).toBe(60_000);
  expect(read(answered(429, 'busy', { 'retry-after': 'Mon, 30 Nov 2026 11:00:00 GMT' })).retryAfterMilliseconds).toBe(0);
});

test('a quota of a day counts where one of a minute was met as well', () => {
  const violations = ['GenerateRequestsPerMinutePerProjectPerModel', 'GenerateRequestsPerDayPerProjectPerModel-FreeTier'].map((quotaId) => ({ quotaId }));
  expect(read(answered(429, { error: { details: [{ violations }] } }))).toMatchObject({ reason: 'quota', until: new Date('2026-12-01T08:00:00.000Z') });
});

test('an error that was repeated and wrapped is read for what it was', () => {
  const wrapped = Object.assign(new Error('Failed after 3 attempts'), { lastError: answered(503, '') });
  expect(read(new Error('outer', { cause: wrapped }))).toMatchObject({ reason: 'unavailable', usage: { inputTokens: 0, milliseconds: 12 } });
});

test('an error that causes itself is read in bounded time', () => {
  const error = new Error('round');
  error.cause = error;
  expect(read(error)).toMatchObject({ reason: 'malformed' });
});

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN'])('%s is a provider that can not be reached', (code) => {
  const cause = Object.assign(new Error('connect'), { code });
  expect(read(new TypeError('fetch failed', { cause }))).toMatchObject({ reason: 'unavailable' });
  expect(read(new Error('wrapped', { cause }))).toMatchObject({ reason: 'unavailable' });
});

test('what a provider writes is not passed on', () => {
  const echo = { error: { code: 400, status: 'customer 4711 owes 12.50', type: 'A text, no word', message: 'customer 4711 owes 12.50' } };
  for (const status of [400, 401, 402, 403, 404, 413, 422, 429, 500, 503]) expect(read(answered(status, echo)).why).not.toMatch(/4711|text/);
});

test('a missing package or key is said in the words of its error', () => {
  expect(read(new MendqError('MENDQ_E_MISSING_PACKAGE', 'The package ai is not installed', { hint: 'Run: npm install ai' }))).toMatchObject({ reason: 'rejected', why: 'The package ai is not installed. Run: npm install ai.' });
});

test.each([null, undefined, 0, '', 'text', [], {}, { statusCode: 'x' }])('%j thrown is a reply too', (thrown) => {
  expect(read(thrown)).toMatchObject({ kind: 'failed', reason: 'malformed' });
});
