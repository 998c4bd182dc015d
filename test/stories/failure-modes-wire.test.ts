import { generateText, Output } from 'ai';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { Json } from '../../src/core/json.ts';
import type { Mendq } from '../../src/index.ts';
import { googleModel } from '../../src/model/google-model.ts';
import type { AnsweringServer, ArrivedRequest, ServerAnswer } from '../fixtures/model-servers/answering-server.ts';
import { geminiBlocked, geminiEnd, geminiError, geminiQuota, geminiText } from '../fixtures/model-servers/gemini-answers.ts';
import { startGeminiServer } from '../fixtures/model-servers/gemini-server.ts';
import { NaiveAnswer, naivePoll, type NaiveModel } from './naive/naive-agent.ts';
import { openWorld, Order, type World } from './naive/world.ts';

// Both agents ask the same server, through the same packages.
let world: World;
let server: AnsweringServer;
beforeEach(async () => { [world, server] = await Promise.all([openWorld(), startGeminiServer()]); });
afterEach(async () => { await server.close(); await world.store.close(); });

const gemini = () => googleModel('gemini-3.5-flash-lite', { apiKey: 'test-key', baseURL: `${server.origin}/v1beta` });
const naiveModel: NaiveModel = async (prompt) => {
  const { output } = await generateText({ model: gemini(), output: Output.object({ schema: NaiveAnswer }), prompt, maxRetries: 0 });
  return output;
};

/** A healer that asks once and waits for nobody, so that a test takes no longer than the answer. */
function healer(timeout = 60_000): Mendq {
  const orders = world.store.definition('orders', { save: { schema: Order, effects: 'database' } });
  return world.store.mendq([orders], { model: gemini(), advice: { limits: { tries: 1, timeout } } });
}

const OPEN = { orderId: 'o-1', amount: 12.5, qty: 3 };
const BY_RULE = { orderId: 'o-2', amount: 12.5, quantity: '7' };
const RENAME: Json = { evidence: [], explanation: 'Another name.', verdict: 'repair', programs: [{ operations: [{ operation: 'rename-key', path: '/?1', argument: '/quantity' }] }] };
const RETRY: Json = { action: 'RETRY_DIRECTLY', analysis: '' };
const isNaive = ({ text }: ArrivedRequest): boolean => text.includes('repairedPayload');

/** The schema of the answer, as it arrived. */
function schemaOf(request: ArrivedRequest | undefined): unknown {
  const config = request?.body['generationConfig'] as { readonly responseSchema?: unknown } | undefined;
  return config?.responseSchema;
}

function objectsIn(schema: unknown): readonly Record<string, unknown>[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.values(schema).flatMap(objectsIn);
  return (schema as { readonly type?: unknown }).type === 'object' ? [schema as Record<string, unknown>, ...inner] : inner;
}

test('4: what arrives lets the payload be anything, or says each member of the answer', async () => {
  await world.die([OPEN]);
  server.answer((request) => geminiText(isNaive(request) ? RETRY : RENAME));
  await naivePoll(world.queue, naiveModel);
  expect(schemaOf(server.requests[0])).toHaveProperty('properties.repairedPayload', { type: 'object' });
  await world.run((job) => { Order.parse(job.data); });

  await healer().heal();
  expect(server.requests).toHaveLength(2);
  const schema = schemaOf(server.requests[1]);
  expect(objectsIn(schema).length).toBeGreaterThan(1);
  for (const object of objectsIn(schema)) expect(Object.keys(object['properties'] ?? {}).toSorted()).toEqual((object['required'] as string[]).toSorted());
  expect(JSON.stringify(schema)).not.toMatch(/payload|DISCARD/i);
  expect(server.complaints).toEqual([]);
});

const HTML = '<!DOCTYPE html><html><body>Bad gateway</body></html>';
const FAILURES: readonly (readonly [name: string, answer: ServerAnswer])[] = [
  ['SAFETY without content', geminiEnd('SAFETY')],
  ['SPII without content', geminiEnd('SPII')],
  ['a prompt that is blocked', geminiBlocked('PROHIBITED_CONTENT')],
  ['MAX_TOKENS in the middle of the JSON', geminiText('{"action":"RETRY', 'MAX_TOKENS')],
  ['MAX_TOKENS after nothing but thinking', geminiEnd('MAX_TOKENS')],
  ['words instead of JSON', geminiText('I would retry it.')],
  ['an action that there is not', geminiText({ action: 'DELETE_ALL', analysis: '' })],
  ['429 with RetryInfo', geminiQuota('GenerateRequestsPerMinutePerProjectPerModel-FreeTier', '47s')],
  ['429 of the day', geminiQuota('GenerateRequestsPerDayPerProjectPerModel-FreeTier', '47s')],
  ['503', geminiError(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.')],
  ['404 of a retired model', geminiError(404, 'NOT_FOUND', 'This model is no longer available to new users.')],
  ['400 for the key', geminiError(400, 'INVALID_ARGUMENT', 'API key not valid.')],
  ['HTML with 502', { status: 502, body: HTML }],
  ['JSON that ends too early', { status: 200, body: '{"candidates":[{"content"', headers: { 'content-type': 'application/json' } }],
  ['a cut connection', 'reset'],
];

describe('14: a provider that fails', () => {
  /** What mendq does beside the failing provider: the open letter stays as it died, the other one is healed. */
  const expectTheRestHealed = async (open: string, mendq: Mendq): Promise<void> => {
    await mendq.heal();
    expect([await world.state(open), await world.data(open)]).toEqual(['failed', OPEN]);
    expect(await world.run((job) => { Order.parse(job.data); })).toEqual([{ ...BY_RULE, quantity: 7 }]);
  };

  test.each(FAILURES)('%s ends the poll, or leaves one kind open', async (_name, answer) => {
    const [open = '', rule = ''] = await world.die([OPEN, BY_RULE]);
    server.answer(answer);
    await expect(naivePoll(world.queue, naiveModel)).rejects.toThrow(/./);
    // The poll ended at the first of two letters.
    expect(server.requests).toHaveLength(1);
    expect([await world.state(open), await world.state(rule)]).toEqual(['failed', 'failed']);

    await expectTheRestHealed(open, healer());
    expect(server.requests).toHaveLength(2);
  });

  test('one that never answers holds the poll for ever, or one question for its time', async () => {
    const [open = ''] = await world.die([OPEN, BY_RULE]);
    server.answer('hang');
    let hasEnded = false;
    const poll = naivePoll(world.queue, naiveModel).catch(() => undefined).finally(() => { hasEnded = true; });
    await server.arrived(1);

    await expectTheRestHealed(open, healer(100));
    expect([hasEnded, server.requests.length]).toEqual([false, 2]);
    await server.close();
    await poll;
  });

  test('a fence around the JSON ends the poll, or is taken away', async () => {
    await world.die([OPEN]);
    server.answer((request) => geminiText(`\`\`\`json\n${JSON.stringify(isNaive(request) ? RETRY : RENAME)}\n\`\`\``));
    await expect(naivePoll(world.queue, naiveModel)).rejects.toThrow(/./);

    await healer().heal();
    expect(await world.run()).toEqual([{ orderId: 'o-1', amount: 12.5, quantity: 3 }]);
  });
});

test('16: secrets leave with the request, or stay', async () => {
  const secrets = { email: 'ada@example.com', card: '4111 1111 1111 1111', token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', iban: 'DE89370400440532013000', 'key-of-ada': 'sk_live_abcdef0123456789' };
  const refuse = (): never => { throw new Error(`refused ${Object.values(secrets).join(', ')}`); };
  await world.die([{ ...OPEN, ...secrets }], refuse);
  server.answer((request) => geminiText(isNaive(request) ? RETRY : RENAME));
  await naivePoll(world.queue, naiveModel);
  await world.run(refuse);
  await healer().heal();

  const [naive, ours] = server.requests.map(({ text }) => text);
  expect(server.requests).toHaveLength(2);
  for (const secret of [...Object.values(secrets), 'key-of-ada', '12.5']) {
    expect(naive).toContain(secret);
    expect(ours).not.toContain(secret);
  }
});
