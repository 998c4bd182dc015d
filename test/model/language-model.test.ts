import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { openModel } from '../../src/model/language-model.ts';
import { googleModel } from '../../src/model/google-model.ts';
import { fromGoogleGenAI } from '../../src/model/from-google-gen-ai.ts';
import { GoogleGenAI } from '@google/genai';
import type { ModelFailureReason, ModelPort, ModelReply } from '../../src/model/contract.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';
import type { AnsweringServer, ServerAnswer } from '../fixtures/model-servers/answering-server.ts';
import { geminiBlocked, geminiEnd, geminiError, geminiQuota, geminiText } from '../fixtures/model-servers/gemini-answers.ts';
import { startGeminiServer } from '../fixtures/model-servers/gemini-server.ts';
import { ANSWER, question } from '../fixtures/model-servers/questions.ts';

const MODEL = 'gemini-3.5-flash-lite';
const NOW = new Date('2026-11-30T12:00:00.000Z');
const never = new AbortController().signal;
const clock = manualClock(NOW);
let server: AnsweringServer;

beforeAll(async () => { server = await startGeminiServer(); });
afterAll(() => server.close());
afterEach(() => expect(server.complaints).toEqual([]));

/** The ways to the API: the provider's own object, ours around it, and the other package of Google's. */
const WAYS: readonly (readonly [name: string, open: () => unknown])[] = [
  ['@ai-sdk/google', () => createGoogleGenerativeAI({ apiKey: 'test-key', baseURL: `${server.origin}/v1beta` })(MODEL)],
  ['googleModel', () => googleModel(MODEL, { apiKey: 'test-key', baseURL: `${server.origin}/v1beta` })],
  ['@google/genai', () => fromGoogleGenAI(new GoogleGenAI({ apiKey: 'test-key', httpOptions: { baseUrl: server.origin } }), MODEL)],
];

interface Row {
  readonly name: string;
  readonly answer: ServerAnswer;
  readonly reason: ModelFailureReason;
  readonly why: RegExp;
  readonly more?: Partial<Extract<ModelReply, { kind: 'failed' }>>;
}

const html = '<!DOCTYPE html><html><head><title>Sign in</title></head><body>Welcome to the hotel</body></html>';
const noSuchModel = 'models/gemini-0-flash is not found for API version v1beta, or is not supported for generateContent.';
const notForNewUsers = 'This model models/gemini-2.5-flash is no longer available to new users. Please update your code to use a newer model.';
const keyRefused = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' }];

const ROWS: readonly Row[] = [
  ...['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'LANGUAGE', 'OTHER'].map((reason): Row => ({ name: `finish ${reason} without content`, answer: geminiEnd(reason), reason: 'refused', why: new RegExp(reason) })),
  ...['PROHIBITED_CONTENT', 'SAFETY', 'OTHER', 'BLOCKLIST', 'MODEL_ARMOR', 'JAILBREAK'].map((reason): Row => ({ name: `prompt blocked, ${reason}`, answer: geminiBlocked(reason), reason: 'refused', why: new RegExp(reason) })),
  { name: 'SAFETY in the middle of a text', answer: geminiText('{"evidence":["x"', 'SAFETY'), reason: 'refused', why: /filter/ },
  { name: 'finish MALFORMED_FUNCTION_CALL', answer: geminiEnd('MALFORMED_FUNCTION_CALL'), reason: 'malformed', why: /MALFORMED_FUNCTION_CALL/ },
  { name: 'MAX_TOKENS in the middle of the JSON', answer: geminiText(JSON.stringify(ANSWER).slice(0, 60), 'MAX_TOKENS'), reason: 'truncated', why: /output tokens/ },
  { name: 'MAX_TOKENS without parts', answer: geminiEnd('MAX_TOKENS'), reason: 'truncated', why: /thinking/ },
  { name: 'STOP without parts', answer: geminiEnd('STOP'), reason: 'malformed', why: /without text/ },
  { name: 'no JSON', answer: geminiText('I think the key was renamed.'), reason: 'malformed', why: /no JSON object/ },
  { name: 'a verdict that is none', answer: geminiText({ ...ANSWER, verdict: 'PERMANENT_DISCARD' }), reason: 'malformed', why: /verdict/ },
  { name: 'a payload of its own', answer: geminiText({ ...ANSWER, repairedPayload: { amount: 1250 } }), reason: 'malformed', why: /members/ },
  { name: '429 with RetryInfo', answer: geminiQuota('GenerateRequestsPerMinutePerProjectPerModel-FreeTier', '47s'), reason: 'rate-limited', why: /fewer calls/, more: { retryAfterMilliseconds: 47_000 } },
  { name: '429 with the wait in words only', answer: geminiQuota('GenerateRequestsPerMinutePerProjectPerModel-FreeTier'), reason: 'rate-limited', why: /429 RESOURCE_EXHAUSTED/, more: { retryAfterMilliseconds: 47_435 } },
  { name: '429 of a day', answer: geminiQuota('GenerateRequestsPerDayPerProjectPerModel-FreeTier', '47s'), reason: 'quota', why: /quota of a day/, more: { until: new Date('2026-12-01T08:00:00.000Z') } },
  { name: '429 bare', answer: geminiError(429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'), reason: 'rate-limited', why: /fewer calls/ },
  { name: '429 of a model without quota', answer: geminiError(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded for metric: requests, limit: 0, model: gemini-2.5-pro. Please retry in 20s.'), reason: 'rejected', why: /no quota/ },
  { name: '503', answer: geminiError(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'), reason: 'unavailable', why: /503 UNAVAILABLE/ },
  { name: '500', answer: geminiError(500, 'INTERNAL', 'An internal error has occurred.'), reason: 'unavailable', why: /500 INTERNAL/ },
  { name: '504', answer: geminiError(504, 'DEADLINE_EXCEEDED', 'Deadline expired before operation could complete.'), reason: 'unavailable', why: /504 DEADLINE_EXCEEDED/ },
  { name: '400 for the key', answer: geminiError(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', keyRefused), reason: 'rejected', why: /refuses the key/ },
  { name: '400 for the request', answer: geminiError(400, 'INVALID_ARGUMENT', 'Invalid value at generation_config: "customer 4711"'), reason: 'rejected', why: /refuses the request \(400 INVALID_ARGUMENT\)/ },
  { name: '403', answer: geminiError(403, 'PERMISSION_DENIED', 'Permission denied: Consumer has been suspended.'), reason: 'rejected', why: /key or its rights/ },
  { name: '404 unknown', answer: geminiError(404, 'NOT_FOUND', noSuchModel), reason: 'retired', why: /no such model/ },
  { name: '404 for new users', answer: geminiError(404, 'NOT_FOUND', notForNewUsers), reason: 'retired', why: /no such model/ },
  { name: 'the connection reset', answer: 'reset', reason: 'unavailable', why: /reached/ },
  { name: 'the answer cut off', answer: 'cut', reason: 'unavailable', why: /reached|broke off/ },
  { name: 'HTML with 200', answer: { status: 200, body: html }, reason: 'malformed', why: /200|before it had read/ },
  { name: 'HTML with 502', answer: { status: 502, body: html }, reason: 'unavailable', why: /502/ },
  { name: 'truncated JSON', answer: { status: 200, body: '{"candidates":[{"content"', headers: { 'content-type': 'application/json' } }, reason: 'malformed', why: /200|before it had read/ },
  { name: 'an array', answer: { status: 200, body: [{ candidates: [] }] }, reason: 'malformed', why: /200|without text/ },
  { name: 'an empty body', answer: { status: 200, body: '', headers: { 'content-type': 'application/json' } }, reason: 'malformed', why: /200|before it had read/ },
];

describe.each(WAYS)('through %s', (_name, open) => {
  let port: ModelPort;
  beforeEach(() => { port = openModel(open(), { outputTokens: 2000, timeout: 60_000, clock }); });

  test('an answer is read, with its version and what it used', async () => {
    server.answer(geminiText(ANSWER));
    expect(await port.ask(question(), never)).toEqual({
      kind: 'answered',
      answer: ANSWER,
      usage: { modelVersion: 'gemini-3.5-flash-lite-001', inputTokens: 100, cachedInputTokens: 40, outputTokens: 50, milliseconds: 0 },
    });
  });

  test('a fenced answer is read', async () => {
    server.answer(geminiText(`\`\`\`json\n${JSON.stringify(ANSWER, null, 2)}\n\`\`\`\n`));
    expect(await port.ask(question(), never)).toMatchObject({ kind: 'answered', answer: ANSWER });
  });

  test('a program with an operation that was not offered is dropped', async () => {
    server.answer(geminiText({ ...ANSWER, programs: [{ operations: [{ operation: 'discard', path: '', argument: null }] }, ...ANSWER.programs] }));
    expect(await port.ask(question(), never)).toMatchObject({ kind: 'answered', answer: ANSWER });
  });

  test.each(ROWS)('$name: $reason', async ({ answer, reason, why, more = {} }) => {
    const before = server.requests.length;
    server.answer(answer);
    const reply = await port.ask(question(), never);
    expect(reply).toMatchObject({ kind: 'failed', reason, why: expect.stringMatching(why), ...more });
    expect(reply).not.toMatchObject({ why: expect.stringMatching(/4711|hotel/) });
    expect(server.requests.length - before).toBe(1);
  });

  test('a refusal used nothing, a filtered answer what it says, a broken one nobody knows', async () => {
    server.answer(geminiError(503, 'UNAVAILABLE', ''), geminiEnd('SAFETY'), { status: 200, body: html });
    expect(await port.ask(question(), never)).toMatchObject({ usage: { inputTokens: 0, outputTokens: 0 } });
    expect(await port.ask(question(), never)).toMatchObject({ usage: { inputTokens: 100, outputTokens: 50 } });
    expect(await port.ask(question(), never)).not.toHaveProperty('usage');
  });

  test('a server that hangs is given up when the time is over', async () => {
    const before = server.requests.length;
    server.answer('hang');
    const reply = port.ask(question(), never);
    await server.arrived(before + 1);
    await clock.advance(60_000);
    expect(await reply).toEqual({ kind: 'failed', reason: 'timed-out', why: 'No answer came within 60 s.' });
  });

  test('a call that is stopped answers at once', async () => {
    const before = server.requests.length;
    const stop = new AbortController();
    server.answer('hang');
    const reply = port.ask(question(), stop.signal);
    await server.arrived(before + 1);
    stop.abort();
    expect(await reply).toMatchObject({ kind: 'failed', reason: 'unavailable', why: expect.stringContaining('stopped') });
    expect(await port.ask(question(), stop.signal)).toMatchObject({ kind: 'failed', why: expect.stringContaining('stopped') });
    expect(server.requests.length).toBe(before + 1);
  });

  test('an answer of 50 MB is not taken for one', async () => {
    server.answer(geminiText('x'.repeat(50_000_000)));
    expect(await port.ask(question(), never)).toMatchObject({ kind: 'failed', reason: 'malformed' });
  });

  test('what is sent is the question, the form and the limits', async () => {
    server.answer(geminiText(ANSWER));
    await port.ask(question(), never);
    const arrived = server.requests.at(-1);
    expect(arrived?.path).toBe(`/v1beta/models/${MODEL}:generateContent`);
    expect(arrived?.body).toMatchObject({
      contents: [{ role: 'user', parts: [{ text: question().prompt }] }],
      systemInstruction: { parts: [{ text: question().system }] },
      generationConfig: { maxOutputTokens: 2000, temperature: 0, thinkingConfig: { thinkingLevel: expect.stringMatching(/^low$/i) } },
    });
    const config = arrived?.body['generationConfig'] as Readonly<Record<string, { readonly properties: object } | undefined>>;
    const schema = config['responseSchema'] ?? config['responseJsonSchema'];
    expect(Object.keys(schema?.properties ?? {})).toEqual(['evidence', 'explanation', 'verdict', 'programs']);
    expect(JSON.stringify(schema)).toContain('"enum":["rename-key","trim"]');
  });
});
