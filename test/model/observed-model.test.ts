import { expect, test } from 'vitest';

import { openModel } from '../../src/model/language-model.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';
import { ANSWER, question } from '../fixtures/model-servers/questions.ts';

const never = new AbortController().signal;
const options = { outputTokens: 2000, timeout: 60_000, clock: manualClock() };
const content = [{ type: 'reasoning', text: 'Let me think' }, { type: 'text', text: JSON.stringify(ANSWER) }];

/** A provider's object, with what it gives back. */
function model(specificationVersion: string, result: unknown): unknown {
  return { specificationVersion, provider: 'any', modelId: 'any-1', supportedUrls: {}, doGenerate: async () => result, doStream: async () => undefined };
}

test.each([
  ['v2', { finishReason: 'stop', usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15, cachedInputTokens: 4 }, response: { modelId: 'any-1-0927' } }],
  ['v3', { finishReason: { unified: 'stop', raw: 'end' }, usage: { inputTokens: { total: 10, noCache: 6, cacheRead: 4 }, outputTokens: { total: 5, text: 3, reasoning: 2 } }, response: { modelId: 'any-1-0927' } }],
])('a model of specification %s is read', async (version, result) => {
  expect(await openModel(model(version, { content, warnings: [], ...result }), options).ask(question(), never)).toEqual({
    kind: 'answered',
    answer: ANSWER,
    usage: { modelVersion: 'any-1-0927', inputTokens: 10, cachedInputTokens: 4, outputTokens: 5, milliseconds: 0 },
  });
});

test.each([[undefined], [null], [{}], [{ content: 'text', finishReason: 7, usage: 'none' }], [{ content: [null, { type: 'text' }], finishReason: {}, usage: { inputTokens: -1, outputTokens: Number.NaN } }]])(
  'a provider that gives back %j does not break anything',
  async (result) => {
    expect(await openModel(model('v3', result), options).ask(question(), never)).toMatchObject({ kind: 'failed', reason: 'malformed' });
  },
);

test('a provider that throws anything at all is answered for', async () => {
  // oxlint-disable-next-line typescript/only-throw-error
  const throwing = { ...(model('v3', undefined) as object), doGenerate: async () => { throw 'a text'; } };
  expect(await openModel(throwing, options).ask(question(), never)).toMatchObject({ kind: 'failed', reason: 'malformed' });
});

test('a provider that ignores its signal is given up as well', async () => {
  const clock = manualClock();
  const deaf = { ...(model('v3', undefined) as object), doGenerate: () => new Promise(() => undefined) };
  const reply = openModel(deaf, { ...options, clock }).ask(question(), never);
  await clock.advance(60_000);
  expect(await reply).toMatchObject({ kind: 'failed', reason: 'timed-out' });
});

test('a call whose time is over is told to stop, and the timer of one that is answered as well', async () => {
  const manual = manualClock();
  const signals: (AbortSignal | undefined)[] = [];
  const clock = { ...manual, sleep: (milliseconds: number, signal?: AbortSignal) => { signals.push(signal); return manual.sleep(milliseconds, signal); } };
  const deaf = { ...(model('v3', undefined) as object), doGenerate: (call: { readonly abortSignal: AbortSignal }) => { signals.push(call.abortSignal); return new Promise(() => undefined); } };
  const reply = openModel(deaf, { ...options, clock }).ask(question(), never);
  while (signals.length < 2) await new Promise((resolve) => { setImmediate(resolve); });
  await manual.advance(60_000);
  await reply;
  await openModel(model('v3', { content }), { ...options, clock }).ask(question(), never);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, true]);
});
