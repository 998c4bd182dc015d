import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import type { ModelFailureReason, ModelPort } from '../../src/model/contract.ts';
import { openModel } from '../../src/model/language-model.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';
import type { AnsweringServer, ServerAnswer } from '../fixtures/model-servers/answering-server.ts';
import { openaiError, openaiText, startOpenaiServer } from '../fixtures/model-servers/openai-server.ts';
import { ANSWER, question } from '../fixtures/model-servers/questions.ts';

const never = new AbortController().signal;
const clock = manualClock(new Date('2026-11-30T12:00:00.000Z'));
let server: AnsweringServer;

beforeAll(async () => { server = await startOpenaiServer(); });
afterAll(() => server.close());
afterEach(() => expect(server.complaints).toEqual([]));

function open(supportsStructuredOutputs: boolean): ModelPort {
  const provider = createOpenAICompatible({ name: 'local', baseURL: `${server.origin}/v1`, apiKey: 'test-key', supportsStructuredOutputs });
  return openModel(provider('qwen3:8b'), { outputTokens: 2000, timeout: 60_000, clock });
}

describe.each([true, false])('with supportsStructuredOutputs %s', (supports) => {
  test('an answer is read, with what it used', async () => {
    server.answer(openaiText(ANSWER));
    expect(await open(supports).ask(question(), never)).toEqual({ kind: 'answered', answer: ANSWER, usage: { modelVersion: 'qwen3:8b', inputTokens: 100, cachedInputTokens: 40, outputTokens: 50, milliseconds: 0 } });
  });

  test('an answer in a fence, with a remark, is read', async () => {
    server.answer(openaiText(`Here it is:\n\n\`\`\`json\n${JSON.stringify(ANSWER)}\n\`\`\`\n`));
    expect(await open(supports).ask(question(), never)).toMatchObject({ kind: 'answered', answer: ANSWER });
  });

  test('the form travels as a schema, or in words where the server takes none', async () => {
    server.answer(openaiText(ANSWER));
    await open(supports).ask(question(), never);
    const body = server.requests.at(-1)?.body;
    const messages = JSON.stringify(body?.['messages']);
    expect(body).toMatchObject({ model: 'qwen3:8b', max_tokens: 2000, temperature: 0, response_format: { type: supports ? 'json_schema' : 'json_object' } });
    expect(messages.includes('rename-key')).toBe(!supports);
    expect(JSON.stringify(body?.['response_format']).includes('rename-key')).toBe(supports);
  });

  test('nothing is printed', async ({ onTestFinished }) => {
    const printed: unknown[] = [];
    const { info, warn } = console;
    onTestFinished(() => { Object.assign(console, { info, warn }); });
    Object.assign(console, { info: (...line: unknown[]) => printed.push(line), warn: (...line: unknown[]) => printed.push(line) });
    server.answer(openaiText(ANSWER));
    await open(supports).ask(question(), never);
    expect(printed).toEqual([]);
  });
});

test('an answer without a count of tokens is counted at its worst', async () => {
  server.answer(openaiText(ANSWER, { usage: false }));
  const reply = await open(true).ask(question(), never);
  expect(reply).toMatchObject({ kind: 'answered', usage: { outputTokens: 2000, cachedInputTokens: 0 } });
  expect(reply.usage?.inputTokens).toBeGreaterThan(100);
});

interface Row {
  readonly name: string;
  readonly answer: ServerAnswer;
  readonly reason: ModelFailureReason;
  readonly more?: object;
}

const row = (name: string, answer: ServerAnswer, reason: ModelFailureReason, more: object = {}): Row => ({ name, answer, reason, more });

const ROWS: readonly Row[] = [
  row('429 with retry-after in seconds', openaiError(429, 'Rate limit reached', 'requests', 'rate_limit_exceeded', { 'retry-after': '20' }), 'rate-limited', { retryAfterMilliseconds: 20_000 }),
  row('429 with retry-after as a date', openaiError(429, 'Rate limit reached', 'requests', 'rate_limit_exceeded', { 'retry-after': 'Mon, 30 Nov 2026 12:01:30 GMT' }), 'rate-limited', { retryAfterMilliseconds: 90_000 }),
  row('429 with retry-after-ms', openaiError(429, 'Rate limit reached', 'tokens', 'rate_limit_exceeded', { 'retry-after-ms': '1500', 'retry-after': '2' }), 'rate-limited', { retryAfterMilliseconds: 1500 }),
  row('429 without credit', openaiError(429, 'You exceeded your current quota', 'insufficient_quota', 'insufficient_quota'), 'rejected', { why: expect.stringContaining('credit') }),
  row('401', openaiError(401, 'Incorrect API key provided: sk-123', 'invalid_request_error', 'invalid_api_key'), 'rejected', { why: expect.stringContaining('key') }),
  row('404 of Ollama', openaiError(404, 'model "qwen3:8b" not found, try pulling it first', 'api_error'), 'retired'),
  row('404 of Ollama’s own interface', { status: 404, body: { error: "model 'qwen3:8b' not found" } }, 'retired'),
  row('404 of a wrong address', { status: 404, body: '404 page not found', headers: { 'content-type': 'text/plain' } }, 'rejected', { why: expect.stringContaining('base URL') }),
  row('500 of Ollama', openaiError(500, 'model requires more system memory (5.6 GiB) than is available (2.1 GiB)', 'api_error'), 'unavailable'),
  row('503 with retry-after', openaiError(503, 'server busy, please try again.  maximum pending requests exceeded', 'server_error', null, { 'retry-after': '3' }), 'unavailable', { retryAfterMilliseconds: 3000 }),
  row('400', openaiError(400, "Invalid schema for response_format 'diagnosis'", 'invalid_request_error'), 'rejected'),
  row('a filtered answer', openaiText('', { finish: 'content_filter' }), 'refused'),
  row('an answer that is cut', openaiText(JSON.stringify(ANSWER).slice(0, 40), { finish: 'length' }), 'truncated'),
  row('an answer of another form', openaiText({ action: 'discard' }), 'malformed'),
  row('no choices', { status: 200, body: { id: 'x', object: 'chat.completion', choices: [] } }, 'malformed'),
  row('the connection reset', 'reset', 'unavailable'),
];

test.each(ROWS)('$name: $reason', async ({ answer, reason, more }) => {
  server.answer(answer);
  const reply = await open(true).ask(question(), never);
  expect(reply).toMatchObject({ kind: 'failed', reason, ...more });
  expect(JSON.stringify(reply)).not.toContain('sk-123');
});

test('a finish that the provider has no word for does not spoil a good answer', async () => {
  server.answer(openaiText(ANSWER, { finish: 'eos' }));
  expect(await open(true).ask(question(), never)).toMatchObject({ kind: 'answered', answer: ANSWER });
});
