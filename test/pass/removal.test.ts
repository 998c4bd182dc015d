import { afterEach, describe, expect, it } from 'vitest';
import { heal } from '../../src/actions/heal.ts';
import { restoreLetter } from '../../src/actions/restore-letter.ts';
import { MendqError } from '../../src/core/errors.ts';
import type { MemoryQueue } from '../../src/queues/memory/memory.ts';
import { openBench, type Bench, type BenchOptions } from '../fixtures/bench.ts';
import { shipments } from '../fixtures/shipments.ts';

let bench: Bench;
let queue: MemoryQueue;
afterEach(() => bench.close());

const HOSTILE = '{"key":"a","__proto__":{"admin":true},"express":true,"amount":1}';

async function hostileLetter(options: BenchOptions = {}): Promise<void> {
  bench = await openBench((clock) => [(queue = shipments(clock, { source: (_, { letter }) => ({ kind: 'message', value: letter.messageId }) }))], options);
  queue.add('ship', Buffer.from(HOSTILE));
  await queue.work(() => { throw new Error('boom'); });
}

const pass = () => heal(bench.house, {}, bench.emit);

describe('removing and restoring', () => {
  it('archives a hostile letter before it leaves the queue and blocks its source', async () => {
    await hostileLetter();
    await pass();
    expect(queue.messages('failed').size).toBe(0);
    const [record] = await bench.ledger.list({});
    expect(record?.state).toBe('discarded');
    const [blocked] = await bench.ledger.blocked([{ kind: 'message', value: '1' }], bench.clock.now());
    expect(blocked).toMatchObject({ letter: record?.id, kind: 'message', value: '1' });
    expect(blocked?.expiresAt.getTime()).toBe(bench.clock.now().getTime() + bench.house.policy.blockFor);
  });

  it('restores it byte for byte, and does not discard it again', async () => {
    await hostileLetter();
    await pass();
    const [record] = await bench.ledger.list({});
    expect(await restoreLetter(bench.house, record?.id ?? '', 'ada')).toMatchObject({ kind: 'restored' });
    expect(queue.messages('failed').get('1')).toBe(HOSTILE);
    await pass();
    expect(queue.messages('failed').get('1')).toBe(HOSTILE);
    expect((await bench.ledger.events(record?.id ?? '')).at(-1)).toMatchObject({ type: 'restored', actor: 'ada' });
  });

  it('says so in the ledger where the letter could not be put back', async () => {
    await hostileLetter();
    await pass();
    const [record] = await bench.ledger.list({});
    queue.add('ship', { key: 'other', express: true, amount: 1 }, { id: '1' });
    expect(await restoreLetter(bench.house, record?.id ?? '', 'ada')).toMatchObject({ kind: 'refused' });
    expect((await bench.ledger.list({ ids: [record?.id ?? ''] }))[0]?.state).toBe('discarded');
  });

  it('removes nothing where the archive cannot be written', async () => {
    const broken = { location: 'nowhere', put: () => Promise.reject(new MendqError('MENDQ_E_ARCHIVE', 'disk full')), get: () => Promise.reject(new Error('none')) };
    await hostileLetter({ config: { archive: broken } });
    const report = await pass();
    expect(report.failures).toMatchObject([{ queue: 'shipments', error: { code: 'MENDQ_E_ARCHIVE' } }]);
    expect(queue.messages('failed').size).toBe(1);
  });

  it('says that a letter was never archived', async () => {
    await hostileLetter({ config: { archive: { location: 'nowhere', put: () => Promise.reject(new Error('disk full')), get: () => Promise.reject(new Error('none')) } } });
    await pass();
    await expect(restoreLetter(bench.house, '1', 'ada')).rejects.toMatchObject({ code: 'MENDQ_E_NOT_FOUND' });
    await expect(restoreLetter(bench.house, 'letter_none', 'ada')).rejects.toMatchObject({ code: 'MENDQ_E_NOT_FOUND' });
  });
});
