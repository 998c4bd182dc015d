import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import type { ModelPort } from '../../src/model/contract.ts';
import { googleModel, type GoogleModelOptions } from '../../src/model/google-model.ts';
import { openModel } from '../../src/model/language-model.ts';
import { isMissingPackage, missingPackage } from '../../src/model/missing-package.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';
import type { AnsweringServer } from '../fixtures/model-servers/answering-server.ts';
import { geminiText } from '../fixtures/model-servers/gemini-answers.ts';
import { startGeminiServer } from '../fixtures/model-servers/gemini-server.ts';
import { ANSWER, question } from '../fixtures/model-servers/questions.ts';

const never = new AbortController().signal;
let server: AnsweringServer;
let other: AnsweringServer;

beforeAll(async () => { [server, other] = await Promise.all([startGeminiServer(), startGeminiServer()]); });
afterAll(() => Promise.all([server.close(), other.close()]));
afterEach(() => expect(server.complaints).toEqual([]));

function open(options: GoogleModelOptions): ModelPort {
  return openModel(googleModel('gemini-3.5-flash-lite', { baseURL: `${server.origin}/v1beta`, ...options }), { outputTokens: 2000, timeout: 60_000, clock: manualClock() });
}

test.each([
  [{ GEMINI_API_KEY: 'test-key', GOOGLE_API_KEY: 'second', GOOGLE_GENERATIVE_AI_API_KEY: 'third' }],
  [{ GEMINI_API_KEY: '', GOOGLE_API_KEY: 'test-key', GOOGLE_GENERATIVE_AI_API_KEY: 'third' }],
  [{ GOOGLE_GENERATIVE_AI_API_KEY: ' test-key ' }],
])('the key is taken from %j', async (environment) => {
  server.answer(geminiText(ANSWER));
  expect(await open({ environment }).ask(question(), never)).toMatchObject({ kind: 'answered' });
});

test('without a key it opens, and says what is missing when it is asked or checked', async () => {
  const before = server.requests.length;
  const model = googleModel('gemini-3.5-flash-lite', { environment: {} });
  await expect(model.check()).rejects.toMatchObject({ code: 'MENDQ_E_CONFIG', message: 'model: there is no key for the Gemini API', hint: expect.stringContaining('Set GEMINI_API_KEY') });
  expect(await open({ environment: {} }).ask(question(), never)).toMatchObject({ kind: 'failed', reason: 'rejected', why: expect.stringMatching(/no key for the Gemini API[.] Set GEMINI_API_KEY/), usage: { inputTokens: 0 } });
  expect(server.requests.length).toBe(before);
});

test('a key that is set later is found', async () => {
  const environment: Record<string, string> = {};
  const model = googleModel('gemini-3.5-flash-lite', { environment });
  await expect(model.check()).rejects.toMatchObject({ code: 'MENDQ_E_CONFIG' });
  environment['GEMINI_API_KEY'] = 'test-key';
  await expect(model.check()).resolves.toBeUndefined();
});

test.each([301, 302, 307, 308])('a redirect with %i takes the key nowhere', async (status) => {
  server.answer({ status, body: '', headers: { location: `${other.origin}/v1beta/models/gemini-3.5-flash-lite:generateContent` } });
  expect(await open({ apiKey: 'test-key' }).ask(question(), never)).toMatchObject({ kind: 'failed', reason: 'rejected', why: expect.stringContaining('base URL') });
  expect(other.requests).toEqual([]);
});

test('an answer in pieces costs one call', async () => {
  const before = server.requests.length;
  server.answer({ status: 200, body: { candidates: [{ content: { parts: [{ text: '{"evidence":' }], role: 'model' }, finishReason: 'CONTINUATION', continuationToken: 'c-1', index: 0 }], usageMetadata: { promptTokenCount: 9 } } });
  expect(await open({ apiKey: 'test-key' }).ask(question(), never)).toMatchObject({ kind: 'failed', reason: 'malformed' });
  expect(server.requests.length - before).toBe(1);
});

test('an answer of more than 1 MB is not read to its end', async () => {
  server.answer(geminiText({ ...ANSWER, explanation: 'x'.repeat(50_000_000) }));
  // Read to its end it would be too long for the form instead.
  expect(await open({ apiKey: 'test-key' }).ask(question(), never)).toMatchObject({ kind: 'failed', reason: 'malformed', why: expect.stringContaining('not of its own format') });
});

test('a package that is not installed is told from one that fails', () => {
  const error = Object.assign(new Error("Cannot find package '@ai-sdk/google' imported from /app/google-model.js"), { code: 'ERR_MODULE_NOT_FOUND' });
  expect(isMissingPackage(error, '@ai-sdk/google')).toBe(true);
  expect(isMissingPackage(error, 'ai')).toBe(false);
  expect(isMissingPackage(new SyntaxError('Unexpected token'), '@ai-sdk/google')).toBe(false);
  expect(missingPackage('@ai-sdk/google', error)).toMatchObject({ code: 'MENDQ_E_MISSING_PACKAGE', hint: 'Run: npm install ai @ai-sdk/google' });
});

test.each([undefined, null, 'gemini-3.5-flash-lite', {}, { modelId: 'x' }, () => undefined])('%j is no model', (value) => {
  expect(() => openModel(value, { outputTokens: 1, timeout: 1, clock: manualClock() })).toThrow(expect.objectContaining({ code: 'MENDQ_E_CONFIG' }));
});
