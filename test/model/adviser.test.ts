import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { createAdviser, type AdviserParts } from '../../src/model/adviser.ts';
import type { ModelLedger, ModelQuestion } from '../../src/model/contract.ts';
import { googleModel } from '../../src/model/google-model.ts';
import { openModel } from '../../src/model/language-model.ts';
import { DEFAULT_MODEL_LIMITS } from '../../src/model/limits.ts';
import { manualClock, type ManualClock } from '../../src/testing/manual-clock.ts';
import type { AnsweringServer } from '../fixtures/model-servers/answering-server.ts';
import { geminiError, geminiQuota, geminiText } from '../fixtures/model-servers/gemini-answers.ts';
import { startGeminiServer } from '../fixtures/model-servers/gemini-server.ts';
import { MemoryModelLedger } from '../fixtures/model-servers/model-ledger.ts';
import { ANSWER, question } from '../fixtures/model-servers/questions.ts';

const MINUTE = 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier';
const DAY = 'GenerateRequestsPerDayPerProjectPerModel-FreeTier';
const never = new AbortController().signal;
let server: AnsweringServer;
let clock: ManualClock;
let ledger: MemoryModelLedger;

beforeAll(async () => { server = await startGeminiServer(); });
afterAll(() => server.close());
beforeEach(() => {
  clock = manualClock(new Date('2026-11-30T12:00:00.000Z'));
  ledger = new MemoryModelLedger();
});
afterEach(() => expect(server.complaints).toEqual([]));

function adviser(over: Partial<AdviserParts> = {}) {
  const model = googleModel('gemini-3.5-flash-lite', { apiKey: 'test-key', baseURL: `${server.origin}/v1beta` });
  const port = openModel(model, { outputTokens: 2000, timeout: 60_000, clock });
  let ids = 0;
  return createAdviser({ port, ledger, limits: DEFAULT_MODEL_LIMITS, prices: {}, clock, newId: () => `call-${(ids += 1)}`, ...over });
}

function kinds(count: number): readonly ModelQuestion[] {
  return Array.from({ length: count }, (_, index) => question({ signature: `s2:${index}`, prompt: `kind ${index}` }));
}

const settlements = () => [...ledger.calls.values()].map(({ settlement }) => settlement);
/** Asks, and moves the clock on until the answer is there: it stands still between two requests otherwise. */
async function waitedFor<Result>(asked: Promise<Result>, step = 1000): Promise<Result> {
  const state = { isDone: false };
  const done = asked.finally(() => { state.isDone = true; });
  for (let turn = 0; !state.isDone && turn < 2000; turn += 1) {
    await new Promise((resolve) => { setImmediate(resolve); });
    if (turn % 20 === 19) await clock.advance(step);
  }
  return done;
}

test('twenty kinds cost twenty calls, two at a time, and each reply stands at its question', async () => {
  const before = server.requests.length;
  server.answer((request) => geminiText({ ...ANSWER, explanation: /kind \d+/.exec(request.text)?.[0] ?? '' }));
  const replies = await adviser().ask(kinds(20), never);
  expect(replies.map((reply) => (reply.kind === 'answered' ? reply.answer.explanation : reply.why))).toEqual(kinds(20).map(({ prompt }) => prompt));
  expect(server.requests.length - before).toBe(20);
  expect(server.mostInFlight).toBeLessThanOrEqual(2);
});

test('two askers of one adviser share the two places', async () => {
  server.answer(geminiText(ANSWER));
  const shared = adviser();
  await Promise.all([shared.ask(kinds(6), never), shared.ask(kinds(6), never)]);
  expect(server.mostInFlight).toBeLessThanOrEqual(2);
});

test('a call is reserved at its worst and settled at its cost', async () => {
  server.answer(geminiText(ANSWER));
  await adviser().ask([question()], never);
  const [call] = ledger.calls.values();
  expect(call?.reservation).toMatchObject({ id: 'call-1', signature: question().signature, queue: 'orders', model: 'gemini-3.5-flash-lite', promptVersion: 'p1', caps: DEFAULT_MODEL_LIMITS.caps });
  expect(call?.reservation.worst.tokens).toBeGreaterThan(2100);
  expect(call?.reservation.worst.money).toBeGreaterThan(0.005);
  expect(call?.settlement).toMatchObject({ outcome: 'answered', modelVersion: 'gemini-3.5-flash-lite-001', inputTokens: 100, cachedInputTokens: 40, outputTokens: 50 });
  expect(call?.settlement?.money).toBeCloseTo((60 * 0.3 + 40 * 0.03 + 50 * 2.5) / 1_000_000, 12);
});

test('without a price tokens are counted and money is not', async () => {
  server.answer(geminiText(ANSWER));
  const model = googleModel('gemini-9-nano', { apiKey: 'test-key', baseURL: `${server.origin}/v1beta` });
  await adviser({ port: openModel(model, { outputTokens: 2000, timeout: 60_000, clock }) }).ask([question()], never);
  const [call] = ledger.calls.values();
  expect(call?.reservation.worst).not.toHaveProperty('money');
  expect(call?.settlement).toMatchObject({ inputTokens: 100 });
  expect(call?.settlement).not.toHaveProperty('money');
});

test('what nobody knows is settled at its worst, what was refused at nothing', async () => {
  server.answer({ status: 200, body: '<html>' });
  await adviser().ask([question()], never);
  server.answer(geminiError(400, 'INVALID_ARGUMENT', 'wrong'));
  await adviser({ newId: () => 'refused' }).ask([question()], never);
  expect(settlements()).toMatchObject([{ outcome: 'malformed', outputTokens: 2000 }, { outcome: 'rejected', inputTokens: 0, outputTokens: 0, money: 0 }]);
});

test('RetryInfo of 47 s is waited out, not a second less, and each try is counted', async () => {
  const before = server.requests.length;
  server.answer(geminiQuota(MINUTE, '47s'), geminiText(ANSWER));
  const asked = adviser().ask([question()], never);
  let isDone = false;
  void asked.then(() => { isDone = true; });
  for (let turn = 0; ledger.calls.get('call-1')?.settlement === undefined && turn < 2000; turn += 1) await new Promise((resolve) => { setImmediate(resolve); });
  await clock.advance(46_999);
  expect([server.requests.length - before, isDone]).toEqual([1, false]);
  await clock.advance(1);
  expect(await asked).toMatchObject([{ kind: 'answered' }]);
  expect(settlements()).toMatchObject([{ outcome: 'rate-limited' }, { outcome: 'answered' }]);
});

test('a provider that stays down is tried three times for a question', async () => {
  const before = server.requests.length;
  server.answer(geminiError(503, 'UNAVAILABLE', 'overloaded'));
  expect(await waitedFor(adviser().ask([question()], never))).toMatchObject([{ kind: 'failed', reason: 'unavailable' }]);
  expect(server.requests.length - before).toBe(3);
});

test('where waiting would take longer than allowed nobody waits, and the other questions are not asked', async () => {
  const before = server.requests.length;
  server.answer(geminiQuota(MINUTE, '200s'));
  const replies = await adviser().ask(kinds(20), never);
  expect(replies).toHaveLength(20);
  expect(replies.every((reply) => reply.kind === 'failed' && reply.reason === 'rate-limited')).toBe(true);
  expect(server.requests.length - before).toBeLessThanOrEqual(2);
  expect(clock.now()).toEqual(new Date('2026-11-30T12:00:00.000Z'));
});

test('twenty kinds and a provider that stays busy end within the patience', async () => {
  server.answer(geminiQuota(MINUTE, '47s'));
  const replies = await waitedFor(adviser().ask(kinds(20), never));
  expect(replies.every((reply) => reply.kind === 'failed')).toBe(true);
  expect(clock.now().getTime() - Date.parse('2026-11-30T12:00:00.000Z')).toBeLessThanOrEqual(125_000);
});

test('a quota of a day closes the model until midnight in California, for later questions too', async () => {
  const before = server.requests.length;
  server.answer(geminiQuota(DAY, '47s'));
  const until = new Date('2026-12-01T08:00:00.000Z');
  const replies = await adviser().ask(kinds(10), never);
  expect(replies.every((reply) => reply.kind === 'failed' && reply.reason === 'quota' && reply.until?.getTime() === until.getTime())).toBe(true);
  const asked = server.requests.length;
  expect(asked - before).toBeLessThanOrEqual(2);
  expect(await adviser({ newId: () => 'later' }).ask([question()], never)).toMatchObject([{ reason: 'quota', until, why: expect.stringContaining('2026-12-01T08:00:00.000Z') }]);
  expect(server.requests.length).toBe(asked);
  await clock.advance(20 * 60 * 60 * 1000);
  server.answer(geminiText(ANSWER));
  expect(await adviser({ newId: () => 'next day' }).ask([question()], never)).toMatchObject([{ kind: 'answered' }]);
});

test.each([
  ['a retired model', geminiError(404, 'NOT_FOUND', 'models/x is not found for API version v1beta'), 'retired'],
  ['a refused key', geminiError(403, 'PERMISSION_DENIED', 'denied'), 'rejected'],
])('%s is not asked twenty times', async (_what, answer, reason) => {
  const before = server.requests.length;
  server.answer(answer);
  const replies = await adviser().ask(kinds(20), never);
  expect(replies.every((reply) => reply.kind === 'failed' && reply.reason === reason)).toBe(true);
  expect(server.requests.length - before).toBeLessThanOrEqual(3);
});

test('one refused question does not stop the others', async () => {
  server.answer((request) => (request.text.includes('kind 3') ? geminiError(400, 'INVALID_ARGUMENT', 'too deep') : geminiText(ANSWER)));
  const replies = await adviser().ask(kinds(8), never);
  expect(replies.map(({ kind }) => kind)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((index) => (index === 3 ? 'failed' : 'answered')));
});

test.each([
  ['callsPerSignatureAndDay', 0, /^The limit of 0 calls for one kind of failure and day [(]callsPerSignatureAndDay[)] leaves no room: 0 are used or reserved[.] It opens at 2026-12-01T00:00:00[.]000Z[.]$/],
  ['tokensPerQueueAndDay', 2000, /limit of 2,000 tokens for one queue and day/],
  ['tokensPerDay', 2000, /limit of 2,000 tokens a day/],
  ['moneyPerDay', 0.001, /limit of 0[.]001 US dollars a day/],
] as const)('at the limit %s no call is made', async (cap, limit, why) => {
  const before = server.requests.length;
  const limits = { ...DEFAULT_MODEL_LIMITS, caps: { ...DEFAULT_MODEL_LIMITS.caps, [cap]: limit } };
  expect(await adviser({ limits }).ask([question()], never)).toEqual([{ kind: 'failed', reason: 'budget', why: expect.stringMatching(why), until: new Date('2026-12-01T00:00:00.000Z') }]);
  expect(server.requests.length).toBe(before);
});

test('reservations of calls in flight count, so that two at a time do not pass one limit', async () => {
  const before = server.requests.length;
  server.answer(geminiText(ANSWER));
  const limits = { ...DEFAULT_MODEL_LIMITS, caps: { ...DEFAULT_MODEL_LIMITS.caps, callsPerSignatureAndDay: 1 } };
  const replies = await adviser({ limits }).ask([question(), question(), question()], never);
  expect(replies.filter(({ kind }) => kind === 'answered')).toHaveLength(1);
  expect(server.requests.length - before).toBe(1);
});

test('a question that is too long is not asked', async () => {
  const before = server.requests.length;
  const replies = await adviser().ask([question({ prompt: 'x'.repeat(24_000) })], never);
  expect(replies).toMatchObject([{ kind: 'failed', reason: 'budget', why: expect.stringMatching(/24,?0\d\d characters; the limit for one call is 24000/) }]);
  expect([server.requests.length - before, ledger.calls.size]).toEqual([0, 0]);
});

test('a ledger that fails is no reason to reject, and none to call', async () => {
  const before = server.requests.length;
  const broken: ModelLedger = { reserveModelCall: () => Promise.reject(new Error('down')), settleModelCall: () => Promise.reject(new Error('down')) };
  expect(await adviser({ ledger: broken }).ask([question()], never)).toMatchObject([{ kind: 'failed', reason: 'budget' }]);
  expect(server.requests.length).toBe(before);
  server.answer(geminiText(ANSWER));
  const halfBroken: ModelLedger = { reserveModelCall: async () => ({ kind: 'reserved' }), settleModelCall: () => Promise.reject(new Error('down')) };
  expect(await adviser({ ledger: halfBroken }).ask([question()], never)).toMatchObject([{ kind: 'answered' }]);
});

test('when the pass is stopped, waiting ends and no further call is made', async () => {
  const before = server.requests.length;
  const stop = new AbortController();
  server.answer(geminiQuota(MINUTE, '47s'));
  const asked = adviser().ask(kinds(5), stop.signal);
  await server.arrived(before + 2);
  stop.abort();
  expect((await asked).every((reply) => reply.kind === 'failed')).toBe(true);
  expect(server.requests.length - before).toBe(2);
});
