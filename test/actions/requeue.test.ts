import { afterEach, expect, test } from 'vitest';
import { heal } from '../../src/actions/heal.ts';
import { requeue, type RequeueOptions } from '../../src/actions/requeue.ts';
import { memory, type MemoryQueue } from '../../src/queues/memory/memory.ts';
import { openBench, type Bench } from '../fixtures/bench.ts';
import { shipments, shipping } from '../fixtures/shipments.ts';

let bench: Bench;
let queue: MemoryQueue;
afterEach(() => bench.close());

/** A letter that only a person can repair. */
async function dead(payload: object = { key: 'a', express: 'perhaps', amount: 1, apiToken: 'tok-12345' }): Promise<void> {
  bench = await openBench((clock) => [(queue = shipments(clock))]);
  queue.add('ship', payload as never, { id: 'job-a' });
  await queue.work(shipping());
  await heal(bench.house, {}, bench.emit);
}

type Edit = { readonly changes: RequeueOptions extends infer Options ? (Options extends { readonly changes: infer Changes } ? Changes : never) : never };
const edited = (edit: Edit | { readonly text: string }, options: { readonly dryRun?: boolean; readonly changeProtected?: boolean } = {}) => requeue(bench.house, 'job-a', { actor: 'anna@desk', ...edit, ...options });

test('an edited payload that is proved goes back and runs once, and the audit has the difference without secrets', async () => {
  await dead();
  const report = await edited({ changes: [{ pointer: '/express', value: true }, { pointer: '/apiToken', value: 'tok-67890' }] });
  expect(report).toMatchObject({ done: 1, letters: [{ was: 'escalated', state: 'replayed' }], edit: { kind: 'proved', patch: expect.arrayContaining([{ op: 'replace', path: '/apiToken', value: '[redacted]' }, { op: 'replace', path: '/express', value: true }]) as unknown } });
  expect(JSON.parse(queue.messages('waiting').get('job-a') ?? '')).toEqual({ key: 'a', express: true, amount: 1, apiToken: 'tok-67890' });
  const events = JSON.stringify(await bench.ledger.events(report.letters[0]?.id ?? ''));
  expect(events).toContain('/express');
  expect(events).not.toContain('tok-');
  expect(await queue.work(() => { throw new Error('again'); })).toBe(1);
});

test('a dry run shows proofs and difference, and changes nothing', async () => {
  await dead();
  const [before] = await bench.ledger.list({});
  expect(await edited({ changes: [{ pointer: '/express', value: true }] }, { dryRun: true })).toMatchObject({ letters: [], edit: { kind: 'proved' } });
  expect(await bench.ledger.list({})).toEqual([before]);
  expect(queue.messages('failed').size).toBe(1);
});

test.each([
  ['schema-accepts', { changes: [{ pointer: '/express', value: 'yes, please' }] }, '/express'],
  ['edit-applies', { changes: [{ pointer: '/nothing/here', value: 1 }] }, '/nothing'],
  ['edit-applies', { changes: [{ pointer: '/__proto__/admin', value: true }] }, 'prototype'],
  ['edit-applies', { text: '{"key": "a",' }, 'not JSON'],
  ['edit-applies', { text: '{"key":"a","express":true,"amount":12345678901234567890}' }, 'number'],
  ['no-prototype-key', { text: '{"key":"a","express":true,"amount":1,"__proto__":{"admin":true}}' }, '__proto__'],
  ['depth-limit', { text: `{"key":"a","express":true,"amount":1,"deep":${'['.repeat(1100)}${']'.repeat(1100)}}` }, '1000'],
  ['changes-something', { text: '{"key":"a","express":"perhaps","amount":1,"apiToken":"tok-12345"}' }, 'the one that it has'],
  ['protected-equal', { changes: [{ pointer: '/express', value: true }, { pointer: '/amount', value: 2 }] }, '/amount'],
  ['idempotency-key', { changes: [{ pointer: '/express', value: true }, { pointer: '/key', value: 'b' }] }, 'other work'],
] as const)('the proof %s is refused with its place (%#)', async (proof, edit, told) => {
  await dead();
  const report = await edited(edit);
  expect(report).toMatchObject({ refused: 1, edit: { kind: 'refused', proof, why: expect.stringContaining(told) as string } });
  expect(queue.messages('failed').size).toBe(1);
});

test('protected values change where the person means it, and the audit says so', async () => {
  await dead();
  const report = await edited({ changes: [{ pointer: '/express', value: true }, { pointer: '/amount', value: 2 }] }, { changeProtected: true });
  expect(report).toMatchObject({ done: 1, edit: { kind: 'proved', changedProtected: expect.stringContaining('/amount') as string } });
  expect((await bench.ledger.events(report.letters[0]?.id ?? '')).find(({ actor }) => actor === 'anna@desk')?.detail['changedProtected']).toContain('/amount');
});

test('a job type without a schema, a group and a finished letter are refused', async () => {
  bench = await openBench((clock) => [(queue = memory('plain', { clock }))]);
  queue.add('work', { a: 1 }, { id: 'job-a' });
  await queue.work(() => { throw new Error('no'); });
  expect(await edited({ changes: [{ pointer: '/a', value: 2 }] })).toMatchObject({ edit: { proof: 'schema-accepts', why: expect.stringContaining('no schema') as string } });
  await expect(requeue(bench.house, 's1:0123456789abcdef0123', { actor: 'anna', payload: {} })).rejects.toMatchObject({ code: 'MENDQ_E_USAGE' });
  expect(await bench.ledger.list({})).toEqual([]);
  const { open: [adapter] } = await bench.house.queues();
  await bench.ledger.record((await adapter?.read())?.letters ?? [], bench.clock.now());
  const [letter] = await bench.ledger.list({});
  await bench.ledger.transition([{ id: letter?.id ?? '', from: ['seen'], to: 'superseded', event: { type: 'finished', actor: 'test', detail: {} } }], bench.clock.now());
  expect(await edited({ changes: [{ pointer: '/a', value: 2 }] })).toMatchObject({ edit: { proof: 'letter-waits' } });
});
