import { afterEach, describe, expect, it } from 'vitest';
import { doctor } from '../../src/actions/doctor.ts';
import { heal } from '../../src/actions/heal.ts';
import { restoreLetter } from '../../src/actions/restore-letter.ts';
import type { ArchiveStore } from '../../src/archive/contract.ts';
import { MendqError } from '../../src/core/errors.ts';
import type { Ledger } from '../../src/ledger/contract.ts';
import type { MemoryQueue } from '../../src/queues/memory/memory.ts';
import { openBench, type Bench, type BenchOptions } from '../fixtures/bench.ts';
import { shipments, shipping } from '../fixtures/shipments.ts';

const DAY = 24 * 60 * 60_000;
const HOSTILE = '{"key":"a","__proto__":{"admin":true},"express":true,"amount":1}';

let bench: Bench;
let queue: MemoryQueue;
afterEach(() => bench.close());

async function open(options: BenchOptions = {}): Promise<void> {
  bench = await openBench((clock) => [(queue = shipments(clock))], options);
}

const pass = () => heal(bench.house, {}, bench.emit);
const stripped = () => bench.events.flatMap(({ name, event }) => (name === 'pass-finished' ? [event.stripped] : []));

/** One letter that heals, one that is discarded, and one that waits for a person. */
async function threeEnds(): Promise<void> {
  queue.add('ship', { key: 'healed', express: 'TRUE', amount: 1 });
  queue.add('ship', Buffer.from(HOSTILE));
  queue.add('ship', { key: 'escalated', express: { no: 'answer' }, amount: 1 });
  await queue.work(() => { throw new Error('boom'); });
  await pass();
  await queue.work(shipping());
  await pass();
}

const byState = async (state: 'healed' | 'discarded' | 'escalated') => (await bench.ledger.list({ states: [state] }))[0];

describe('retention', () => {
  it('moves the content of finished letters to the archive when their time is over, and of no others', async () => {
    await open();
    await threeEnds();
    const before = await byState('healed');
    const events = await bench.ledger.events(before?.id ?? '');
    await bench.clock.advance(90 * DAY - 1000);
    await pass();
    expect(stripped()).toEqual([0, 0, 0]);
    await bench.clock.advance(1001);
    await pass();
    expect(stripped().at(-1)).toBe(2);
    expect(await byState('healed')).toMatchObject({ stripped: true, letter: { messageId: '' } });
    expect(await byState('discarded')).toMatchObject({ stripped: true });
    expect(await byState('escalated')).not.toHaveProperty('stripped');
    const [receipt] = await bench.ledger.archived([before?.id ?? '']);
    const archived = await bench.store.get(receipt?.location ?? '', before?.id ?? '');
    expect(archived.letter).toEqual(before?.letter);
    expect(archived.events?.map(({ type, hash }) => [type, hash])).toEqual(events.map(({ type, hash }) => [type, hash]));
    expect((await bench.ledger.verify()).broken).toEqual([]);
    await pass();
    expect(stripped().at(-1)).toBe(0);
  });

  it('restores a letter whose content is in the archive alone', async () => {
    await open();
    await threeEnds();
    await bench.clock.advance(91 * DAY);
    await pass();
    const record = await byState('discarded');
    expect(await restoreLetter(bench.house, record?.id ?? '', 'ada')).toMatchObject({ kind: 'restored' });
    expect(queue.messages('failed').get('2')).toBe(HOSTILE);
    await pass();
    expect(queue.messages('failed').get('2')).toBe(HOSTILE);
  });

  it('keeps everything where it is told to', async () => {
    await open({ config: { policy: { retention: { payloads: undefined } } } });
    await threeEnds();
    await bench.clock.advance(900 * DAY);
    await pass();
    expect(await byState('healed')).not.toHaveProperty('stripped');
  });

  it('deletes old archives, and restore says so', async () => {
    await open({ config: { policy: { retention: { archive: 30 * DAY } } } });
    await threeEnds();
    const record = await byState('discarded');
    await bench.clock.advance(32 * DAY);
    await pass();
    await expect(restoreLetter(bench.house, record?.id ?? '', 'ada')).rejects.toMatchObject({ code: 'MENDQ_E_ARCHIVE', message: expect.stringContaining('keeps letters for 30 days') as string });
  });

  it('empties nothing that could not be archived', async () => {
    let full = false;
    const store: ArchiveStore = { location: 'nowhere', put: async (letters) => { if (full) throw new MendqError('MENDQ_E_ARCHIVE', 'disk full'); return letters.map(() => 'x'); }, get: () => Promise.reject(new Error('none')) };
    await open({ config: { archive: store } });
    await threeEnds();
    full = true;
    await bench.clock.advance(91 * DAY);
    expect((await pass()).failures).toMatchObject([{ error: { code: 'MENDQ_E_ARCHIVE' } }]);
    expect(await byState('healed')).not.toHaveProperty('stripped');
  });

  it.each(['noteArchived', 'strip'] as const)('goes on where it was interrupted before %s', async (step) => {
    let cut = false;
    const wrapLedger = (ledger: Ledger): Ledger => ({
      ...ledger,
      [step]: (...parameters: never[]) => (cut ? Promise.reject(new Error('killed')) : (ledger[step] as (...given: never[]) => Promise<unknown>)(...parameters)),
    });
    await open({ wrapLedger });
    await threeEnds();
    await bench.clock.advance(91 * DAY);
    cut = true;
    await pass();
    expect(await byState('healed')).not.toHaveProperty('stripped');
    cut = false;
    await pass();
    expect(await byState('healed')).toMatchObject({ stripped: true });
    const id = (await byState('healed'))?.id ?? '';
    const [receipt] = await bench.ledger.archived([id]);
    expect((await bench.store.get(receipt?.location ?? '', id)).letter.body.length).toBeGreaterThan(0);
  });

  it('leaves a broker that forgot what was done alone, where the content is gone', async () => {
    await open();
    await threeEnds();
    const record = await byState('healed');
    await bench.clock.advance(91 * DAY);
    await pass();
    const [receipt] = await bench.ledger.archived([record?.id ?? '']);
    const { letter } = await bench.store.get(receipt?.location ?? '', record?.id ?? '');
    const { open: [adapter] } = await bench.house.queues();
    await adapter?.restore([letter]);
    await pass();
    expect((await bench.ledger.list({ ids: [record?.id ?? ''] }))[0]).toMatchObject({ state: 'healed', stripped: true });
  });

  it('is told by doctor', async () => {
    await open({ config: { policy: { retention: { archive: 400 * DAY } } } });
    const findings = (await doctor(bench.house)).filter(({ subject }) => subject === 'retention');
    expect(findings).toMatchObject([{ severity: 'ok', message: expect.stringMatching(/^[\d.]+ MB; payloads of finished letters are kept 90 days and archived letters 400 days$/) as string }]);
  });
});
