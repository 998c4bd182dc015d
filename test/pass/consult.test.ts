import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { heal, type HealReport } from '../../src/actions/heal.ts';
import { decideRemedy, remedies } from '../../src/actions/remedies.ts';
import { spend } from '../../src/actions/spend.ts';
import type { Json } from '../../src/core/json.ts';
import { scriptedModel } from '../../src/model/scripted-model.ts';
import type { ModelPort, ModelReply } from '../../src/model/contract.ts';
import { memory, type MemoryQueue } from '../../src/queues/memory/memory.ts';
import { openBench, type Bench } from '../fixtures/bench.ts';

const Line = z.object({ sku: z.string(), quantity: z.number() });
const RENAME = { evidence: ['one key is unknown, one is missing'], explanation: 'The producer writes qty.', verdict: 'repair', programs: [{ operations: [{ operation: 'rename-key', path: '/?1', argument: '/quantity' }] }] };
const HOPELESS = { evidence: [], explanation: 'Nothing of it can be used.', verdict: 'hopeless', programs: [] };

let bench: Bench;
let queue: MemoryQueue;
afterEach(() => bench.close());

async function open(model?: ModelPort): Promise<void> {
  bench = await openBench((clock) => [(queue = memory('lines', { clock, jobs: { save: { schema: Line, effects: 'database' } } }))], { config: model === undefined ? {} : { model } });
}

const pass = (): Promise<HealReport> => heal(bench.house, {}, bench.emit);
const work = (payload: Json): void => { Line.parse(payload); };
const states = async (): Promise<readonly string[]> => (await bench.ledger.list({ limit: 1000 })).map(({ state }) => state);

async function die(...payloads: readonly Json[]): Promise<void> {
  for (const payload of payloads) queue.add('save', payload);
  await queue.work(work);
}

/** A model whose provider answers with these replies, one after the other. */
function replying(...replies: readonly ModelReply[]): ModelPort & { readonly asked: number } {
  let asked = 0;
  return { id: 'replying', get asked() { return asked; }, ask: async () => replies[asked++] ?? replies.at(-1) ?? { kind: 'failed', reason: 'unavailable', why: 'no reply' } };
}

describe('a kind that rules leave open', () => {
  it('is asked about once, and what is proved heals all of its letters', async () => {
    const model = scriptedModel([{ signature: '*', answer: RENAME }]);
    await open(model);
    await die(...Array.from({ length: 12 }, (_, index) => ({ sku: `A-${index}`, qty: index })));
    expect(await pass()).toMatchObject({ replayed: 1 });
    // A remedy is a canary at first: one letter, then ten, then the rest.
    for (let step = 0; step < 3; step += 1) { await queue.work(work); await pass(); }
    await queue.work(work);
    await pass();
    expect(await states()).toEqual(Array.from({ length: 12 }, () => 'healed'));
    expect(model.questions).toHaveLength(1);
    expect(await remedies(bench.house)).toMatchObject([{ explanation: 'The producer writes qty.', verdict: 'repair', remedy: { state: 'trusted', does: 'repair', proved: 12, tried: 12 } }]);
    expect(bench.events.filter(({ name }) => name === 'kind-explained')).toMatchObject([{ event: { remedy: 'in-force' } }]);
    expect(await spend(bench.house, undefined, {})).toMatchObject({ days: [{ calls: 1, answered: 1 }] });
  });

  it('is asked about no more while nothing changes, whatever was answered', async () => {
    const model = scriptedModel([{ signature: '*', answer: { ...RENAME, verdict: 'unknown', programs: [] } }]);
    await open(model);
    await die({ sku: 'A', qty: 1 });
    for (let round = 0; round < 5; round += 1) { await pass(); await die({ sku: 'B', qty: 2 }); }
    expect(model.questions).toHaveLength(1);
    expect(new Set(await states())).toEqual(new Set(['escalated']));
  });

  it('that the model calls hopeless waits for a person, whose word discards it', async () => {
    await open(scriptedModel([{ signature: '*', answer: HOPELESS }]));
    await die({ sku: 'A', qty: 1 });
    await pass();
    await pass();
    expect(await states()).toEqual(['parked']);
    const [report] = await remedies(bench.house);
    expect(report).toMatchObject({ verdict: 'hopeless', remedy: { state: 'proposed', does: 'discard' } });
    expect(await decideRemedy(bench.house, report?.signature ?? '', 'approve', 'ada')).toBe(1);
    expect(await decideRemedy(bench.house, report?.signature ?? '', 'approve', 'ada')).toBeUndefined();
    await pass();
    expect(await states()).toEqual(['discarded']);
  });

  it('stays as it is where a proposal is only plausible, until a person approves it', async () => {
    await open(scriptedModel([{ signature: '*', answer: RENAME }]));
    await die({ sku: 'A', stk: 3 });
    await pass();
    expect(await states()).toEqual(['escalated']);
    const [report] = await remedies(bench.house);
    expect(report?.remedy).toMatchObject({ state: 'proposed', does: 'repair' });
    await decideRemedy(bench.house, report?.signature ?? '', 'approve', 'ada');
    await pass();
    await queue.work(work);
    await pass();
    expect(await states()).toEqual(['healed']);
    await expect(decideRemedy(bench.house, 's2:none', 'approve', 'ada')).rejects.toMatchObject({ code: 'MENDQ_E_NOT_FOUND' });
  });

  it('whose repair fails on its first letter is left to a person', async () => {
    const model = scriptedModel([{ signature: '*', answer: RENAME }]);
    await open(model);
    await die(...Array.from({ length: 5 }, (_, index) => ({ sku: `A-${index}`, qty: index })));
    await pass();
    await queue.work(() => { throw new Error('the sku is not known here'); });
    await pass();
    expect([...queue.replays.values()]).toEqual([1]);
    expect((await remedies(bench.house)).flatMap(({ remedy }) => remedy?.state ?? [])).toEqual(['revoked']);
    expect((await states()).filter((state) => state === 'escalated')).toHaveLength(5);
    await pass();
    // Of the letter that died in another way the model has been asked as well, and of nothing else.
    expect(model.questions).toHaveLength(2);
  });

  it('is asked about again where the answer could not be written down, and nothing is done twice', async () => {
    const model = scriptedModel([{ signature: '*', answer: RENAME }]);
    let cut = true;
    bench = await openBench((clock) => [(queue = memory('lines', { clock, jobs: { save: { schema: Line, effects: 'database' } } }))], {
      config: { model },
      wrapLedger: (ledger) => ({ ...ledger, noteConsultations: async (noted) => { if (cut) throw new Error('the line was cut'); return ledger.noteConsultations(noted); } }),
    });
    await die({ sku: 'A', qty: 1 });
    await pass();
    cut = false;
    await pass();
    await queue.work(work);
    await pass();
    expect(await states()).toEqual(['healed']);
    expect([...queue.replays.values()]).toEqual([1]);
  });

  it('that was rejected is not proposed again', async () => {
    const model = scriptedModel([{ signature: '*', answer: RENAME }]);
    await open(model);
    await die({ sku: 'A', stk: 3 });
    await pass();
    await decideRemedy(bench.house, (await remedies(bench.house))[0]?.signature ?? '', 'reject', 'ada');
    await die({ sku: 'B', stk: 4 });
    await pass();
    expect(await states()).toEqual(['escalated', 'escalated']);
    expect(model.questions).toHaveLength(1);
  });
});

describe('a model that does not answer', () => {
  it('leaves the letters as they are, and is asked again when its provider says', async () => {
    const model = replying({ kind: 'failed', reason: 'timed-out', why: 'No answer came within 60 s.' });
    await open(model);
    await die({ sku: 'A', qty: 1 }, { sku: 'B', quantity: '7' });
    await pass();
    expect((await states()).toSorted()).toEqual(['escalated', 'replayed']);
    await pass();
    expect(model.asked).toBe(1);
    await bench.clock.advance(60 * 60_000);
    await pass();
    expect(model.asked).toBe(2);
    expect(await remedies(bench.house)).toMatchObject([{ why: 'No answer came within 60 s.' }]);
  });
});

it('without a model nobody is asked, and everything else is decided', async () => {
  await open();
  await die({ sku: 'A', qty: 1 }, { sku: 'B', quantity: '7' });
  await pass();
  expect((await states()).toSorted()).toEqual(['escalated', 'replayed']);
  expect(await remedies(bench.house)).toEqual([]);
});
