import { afterEach, expect, it } from 'vitest';
import { heal } from '../../src/actions/heal.ts';
import { groups } from '../../src/actions/groups.ts';
import { plan } from '../../src/actions/plan.ts';
import { show } from '../../src/actions/show.ts';
import type { MemoryQueue } from '../../src/queues/memory/memory.ts';
import { openBench, type Bench } from '../fixtures/bench.ts';
import { shipments } from '../fixtures/shipments.ts';

const KEY = 'nora-quist-77@example.com';
let bench: Bench;
let queue: MemoryQueue;
afterEach(() => bench.close());

/** A bench whose shipments are named by an address that nobody may see. */
async function open(jobs: Parameters<typeof shipments>[1] = {}): Promise<void> {
  bench = await openBench((clock) => [(queue = shipments(clock, { redact: ['/key'], ...jobs }))]);
  queue.add('ship', { key: KEY, express: 'TRUE', amount: 1 });
  await queue.work((payload) => {
    throw new TypeError(`no shipment for ${JSON.stringify(payload)}`);
  });
}

it('reports of the library show it nowhere but in the bytes', async () => {
  await open();
  const inspected = await groups(bench.house, {});
  const planned = await plan(bench.house, {});
  await heal(bench.house, {}, bench.emit);
  const shown = await show(bench.house, '1');
  expect(JSON.stringify([inspected, planned])).not.toContain('quist');
  expect(planned.letters[0]).toMatchObject({ before: { key: '[redacted]', express: 'TRUE' }, after: { key: '[redacted]', express: true } });
  expect(shown.record.letter.failure.reason).toBe('no shipment for {"key":"[redacted]","express":"TRUE","amount":1}');
  const { body: _body, ...letter } = shown.record.letter;
  const { body: planBody, ...decided } = shown.record.decision?.plan ?? {};
  expect(JSON.stringify({ ...shown, record: { ...shown.record, letter, decision: { ...shown.record.decision, plan: decided } } })).not.toContain('quist');
  expect(Buffer.from(planBody ?? []).toString('utf8')).toBe(JSON.stringify({ key: KEY, express: true, amount: 1 }));
});

it('events carry the payload to the application, and no text that quotes it', async () => {
  await open({ fulfilled: (shipment) => { throw new Error(`no connection for ${shipment.key}`); } });
  await heal(bench.house, {}, bench.emit);
  const held = bench.events.flatMap(({ name, event }) => (name === 'letter-held' ? [event] : []));
  expect(held).toMatchObject([{ reason: 'fulfilment-failed', why: 'fulfilled threw: no connection for [redacted]', letter: { payload: { key: KEY } } }]);
  expect(await bench.ledger.events(held[0]?.letter.id ?? '')).toContainEqual(expect.objectContaining({ type: 'held', detail: expect.objectContaining({ why: 'fulfilled threw: no connection for [redacted]' }) }));
});

it('a letter of one payload does not tell what stands in another that was asked about with it', async () => {
  await open({ fulfilledMany: (payloads) => { throw new Error(`no answer for ${payloads.map(({ key }) => key).join(' and ')}`); } });
  queue.add('ship', { key: 'mina-berg-78@example.com', express: 'TRUE', amount: 2 });
  await queue.work(() => {
    throw new TypeError('no shipment');
  });
  await heal(bench.house, {}, bench.emit);
  const whys = (await bench.ledger.list({})).map(({ why }) => why);
  expect(whys).toEqual(Array.from({ length: 2 }, () => 'fulfilledMany threw: no answer for [redacted] and [redacted]'));
});

it('what the ledger has from before the place was redacted is hidden when it is shown', async () => {
  await open({ redact: [] });
  await heal(bench.house, {}, bench.emit);
  const [record] = await bench.ledger.list({});
  const id = record?.id ?? '';
  await bench.ledger.transition([{ id, from: ['replayed'], to: 'parked', why: `about ${KEY}`, event: { type: 'finished', actor: 'mendq', detail: { why: `about ${KEY}` } } }], bench.clock.now());
  const house = { ...bench.house, redactorFor: (await openRedacting()).redactorFor };
  const { record: shown, events } = await show(house, id);
  expect(shown.why).toBe('about [redacted]');
  expect(events.at(-1)?.detail).toEqual({ why: 'about [redacted]' });
});

/** What a house has after the place was redacted. */
async function openRedacting(): Promise<Bench['house']> {
  const later = await openBench((clock) => [shipments(clock, { redact: ['/key'] })]);
  await later.close();
  return later.house;
}
