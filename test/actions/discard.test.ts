import { afterEach, expect, test } from 'vitest';
import { discard } from '../../src/actions/discard.ts';
import { heal } from '../../src/actions/heal.ts';
import { restoreLetter } from '../../src/actions/restore-letter.ts';
import type { MemoryQueue } from '../../src/queues/memory/memory.ts';
import type { QueueDefinition } from '../../src/queues/contract.ts';
import { openBench, type Bench } from '../fixtures/bench.ts';
import { shipments, shipping } from '../fixtures/shipments.ts';

let bench: Bench;
let queue: MemoryQueue;
afterEach(() => bench.close());

const unknown = shipping(() => {
  throw new Error('the dog ate it');
});

async function dead(keys: readonly string[], wrap: (made: MemoryQueue) => QueueDefinition = (made) => made): Promise<void> {
  bench = await openBench((clock) => [wrap((queue = shipments(clock)))]);
  for (const key of keys) queue.add('ship', { key, express: true, amount: 1 }, { id: `job-${key}` });
  await queue.work(unknown);
}

const pass = () => heal(bench.house, {}, bench.emit);
const away = (name: string, options: Partial<Parameters<typeof discard>[2]> = {}) => discard(bench.house, name, { actor: 'anna@desk', ...options });

test('a discarded letter is archived, removed, and can be restored', async () => {
  await dead(['a']);
  await pass();
  const report = await away('job-a', { reason: 'test order' });
  expect(report).toMatchObject({ done: 1, letters: [{ was: 'escalated', state: 'discarded', why: 'anna@desk discarded it: test order' }] });
  expect(queue.messages('failed').size).toBe(0);
  expect(await restoreLetter(bench.house, 'job-a', 'anna@desk')).toMatchObject({ kind: 'restored' });
  expect(queue.messages('failed').size).toBe(1);
});

test('a letter that no pass has seen can be discarded', async () => {
  await dead(['a']);
  expect(await away('job-a')).toMatchObject({ done: 1, letters: [{ was: 'new', state: 'discarded' }] });
});

test('a group is discarded only when that is confirmed', async () => {
  await dead(['a', 'b', 'c']);
  await pass();
  const [first] = await bench.ledger.list({});
  const signature = first?.decision?.signatures.shape ?? '';
  expect(await away(signature)).toMatchObject({ done: 0, letters: [], unconfirmed: { letters: 3, example: first?.id } });
  expect(queue.messages('failed').size).toBe(3);
  expect(await away(signature, { yes: true })).toMatchObject({ done: 3, refused: 0 });
  expect(queue.messages('failed').size).toBe(0);
});

test('a letter that the broker does not give up stays where it was, and the report says why', async () => {
  const refusing = (made: MemoryQueue): QueueDefinition => ({
    ...made,
    open: async (environment) => ({ ...(await made.open(environment)), remove: async (orders) => orders.map(() => ({ kind: 'refused' as const, why: 'it belongs to a flow' })) }),
  });
  await dead(['a'], refusing);
  await pass();
  const [before] = await bench.ledger.list({});
  expect(await away('job-a')).toMatchObject({ refused: 1, letters: [{ state: 'escalated', why: expect.stringContaining('it belongs to a flow') as string }] });
  const [after] = await bench.ledger.list({});
  expect(after).toMatchObject({ state: before?.state, why: before?.why, decision: { plan: before?.decision?.plan } });
  expect((await bench.ledger.events(after?.id ?? '')).at(-1)?.detail['why']).toContain('not discarded');
});

test('a letter that somebody else put back is not removed', async () => {
  await dead(['a']);
  await pass();
  queue.retry('job-a');
  expect(await away('job-a')).toMatchObject({ refused: 1, letters: [{ state: 'superseded' }] });
  expect(queue.messages('waiting').size).toBe(1);
});

test('what is under way or over is not discarded', async () => {
  await dead(['a']);
  await away('job-a');
  expect(await away('job-a')).toMatchObject({ refused: 1, letters: [{ state: 'discarded', why: expect.stringContaining('restore') as string }] });
});
