import net from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { doctor } from '../../src/actions/doctor.ts';
import { heal } from '../../src/actions/heal.ts';
import { plan } from '../../src/actions/plan.ts';
import { remedies } from '../../src/actions/remedies.ts';
import { spend } from '../../src/actions/spend.ts';
import type { MendqConfig } from '../../src/index.ts';
import type { ModelPort, ModelReply } from '../../src/model/contract.ts';
import { memory, type MemoryQueue } from '../../src/queues/memory/memory.ts';
import { openBench, type Bench } from '../fixtures/bench.ts';

const Line = z.object({ sku: z.string(), quantity: z.number() });
const USAGE = { inputTokens: 500, cachedInputTokens: 0, outputTokens: 100, milliseconds: 900 };
const BUSY: ModelReply = { kind: 'failed', reason: 'rate-limited', why: 'The provider asks to wait 47 s.', retryAfterMilliseconds: 47_000, usage: { ...USAGE, inputTokens: 0, outputTokens: 0 } };
const RENAME: ModelReply = { kind: 'answered', usage: USAGE, answer: { evidence: [], explanation: 'Another name.', verdict: 'repair', programs: [{ operations: [{ operation: 'rename-key', path: '/?1', argument: '/quantity' }] }] } };

let bench: Bench;
let queue: MemoryQueue;
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await bench.close();
});

async function open(config: Partial<MendqConfig>): Promise<void> {
  bench = await openBench((clock) => [(queue = memory('lines', { clock, jobs: { save: { schema: Line, effects: 'database' } } }))], { config });
  queue.add('save', { sku: 'A', qty: 1 });
  queue.add('save', { sku: 'B', quantity: '7' });
  await queue.work((payload) => { Line.parse(payload); });
}

function replying(...replies: readonly ModelReply[]): ModelPort & { asked: number } {
  const port = { id: 'gemini-3.5-flash-lite', asked: 0, ask: async () => replies[port.asked++] ?? RENAME };
  return port;
}

it('a provider that asks to wait is waited for by the model’s letters only', async () => {
  const model = replying(BUSY);
  await open({ model });
  const healed = heal(bench.house, {}, bench.emit);
  await expect.poll(() => model.asked).toBe(1);
  // The clock has not moved: the letter that rules decide is back on its queue already.
  expect([...queue.messages('waiting').values()]).toEqual(['{"sku":"B","quantity":7}']);
  await bench.clock.advance(46_999);
  expect(model.asked).toBe(1);
  await bench.clock.advance(1);
  expect(await healed).toMatchObject({ replayed: 2 });
  expect(model.asked).toBe(2);
  // Of two calls one was turned away and cost nothing.
  expect(await spend(bench.house, undefined, {})).toMatchObject({ days: [{ calls: 2, answered: 1, failed: 1, tokens: 600 }], today: { money: 0.0004 } });
});

it('a limit that is reached leaves the kind open, and says so', async () => {
  const model = replying();
  await open({ model, advice: { limits: { caps: { tokensPerDay: 10 } } } });
  expect(await heal(bench.house, {}, bench.emit)).toMatchObject({ replayed: 1 });
  expect(model.asked).toBe(0);
  expect((await remedies(bench.house))[0]?.why).toMatch(/10/);
  // The next day the limit is a new one.
  await bench.clock.advance(24 * 60 * 60_000);
  await heal(bench.house, {}, bench.emit);
  expect(model.asked).toBe(0);
});

it('without key and network everything starts, nothing connects, and what only a model could decide says why', async () => {
  for (const name of ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY']) vi.stubEnv(name, '');
  const connect = vi.spyOn(net.Socket.prototype, 'connect');
  const fetched = vi.spyOn(globalThis, 'fetch');
  await open({ model: 'gemini-3.5-flash-lite' });
  expect((await plan(bench.house, {})).letters).toHaveLength(2);
  expect(await heal(bench.house, {}, bench.emit)).toMatchObject({ replayed: 1, failures: [] });
  expect((await bench.ledger.list({})).map(({ state }) => state).toSorted()).toEqual(['escalated', 'replayed']);
  expect((await doctor(bench.house)).filter(({ subject }) => subject.startsWith('model'))).toMatchObject([{ severity: 'ok' }]);
  expect((await remedies(bench.house))[0]?.why).toContain('GEMINI_API_KEY');
  expect(connect).not.toHaveBeenCalled();
  expect(fetched).not.toHaveBeenCalled();
});
