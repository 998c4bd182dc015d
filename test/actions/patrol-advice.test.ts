import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';

import { systemClock } from '../../src/core/clock.ts';
import { createMendq, type Mendq } from '../../src/mendq.ts';
import type { ModelPort, ModelReply } from '../../src/model/contract.ts';
import { memory, type MemoryQueue } from '../../src/queues/memory/memory.ts';
import { freshDatabase } from '../services.ts';

const Line = z.object({ sku: z.string(), quantity: z.number() });
const RENAME: ModelReply = {
  kind: 'answered',
  usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, milliseconds: 1 },
  answer: { evidence: [], explanation: '', verdict: 'repair', programs: [{ operations: [{ operation: 'rename-key', path: '/?1', argument: '/quantity' }] }] },
};

let database: Awaited<ReturnType<typeof freshDatabase>>;
let queue: MemoryQueue;
let mendq: Mendq;
let running: Promise<void> | undefined;
const stop = new AbortController();

beforeEach(async () => {
  database = await freshDatabase();
  queue = memory('lines', { clock: systemClock, jobs: { save: { schema: Line, effects: 'database' } } });
});
afterEach(async () => {
  stop.abort();
  await running;
  await mendq.close();
  await database.drop();
});

async function die(payload: { readonly sku: string; readonly [key: string]: unknown }): Promise<void> {
  queue.add('save', payload as never, { attempts: 1 });
  await queue.work((dead) => { Line.parse(dead); });
}

test('while a model thinks, a patrol heals what rules decide; then it heals what the model found', async () => {
  let answer = (_: ModelReply): void => undefined;
  let asked = 0;
  const model: ModelPort = { id: 'slow', ask: () => { asked += 1; return new Promise((resolve) => { answer = resolve; }); } };
  mendq = createMendq({ queues: [queue], ledger: database.url, model });
  await die({ sku: 'A', qty: 1 });
  const started = new Promise<{ readonly wake: () => Promise<void> }>((resolve) => {
    running = mendq.patrol({ signal: stop.signal, onStarted: resolve });
  });
  const { wake } = await started;
  await expect.poll(() => asked).toBe(1);

  await die({ sku: 'B', quantity: '7' });
  await wake();
  await expect.poll(() => [...queue.messages('waiting').values()]).toEqual(['{"sku":"B","quantity":7}']);
  expect(asked).toBe(1);
  answer(RENAME);
  await expect.poll(() => [...queue.messages('waiting').values()].toSorted()).toEqual(['{"sku":"A","quantity":1}', '{"sku":"B","quantity":7}']);
});
