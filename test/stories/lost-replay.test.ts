import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from './backends.ts';
import { JOB_STORES, type JobStore } from './job-store.ts';

describe.each(JOB_STORES)('a replay that the broker lost, %s', (_, open) => {
  let store: JobStore;
  beforeEach(async () => void (store = await open()));
  afterEach(async () => store.close());

  it('is parked where the work is not done, comes back from the ledger, and can be replayed again', async () => {
    let down = true;
    let runs = 0;
    const process = async (): Promise<void> => {
      if (down) throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:443'), { code: 'ECONNREFUSED' });
      runs += 1;
    };
    const worker = store.work('work', process);
    await store.queue('work').add('job', { id: 1 }, { jobId: 'first' });
    await eventually('the death', async () => (await store.queue('work').getFailedCount()) === 1);
    await worker.close();
    const mendq = store.mendq([store.definition('work', { job: { effects: 'external', fulfilled: () => runs > 0 } })], { policy: { settleAfter: 1 } });
    await eventually('the replay', async () => (await mendq.heal()).replayed === 1 || (await mendq.show('first')).record.state === 'replayed');
    await store.queue('work').remove('first');
    await eventually('the parking', async () => {
      await mendq.heal();
      return (await mendq.show('first')).record.state === 'parked';
    });
    expect((await mendq.show('first')).record.why).toMatch(/not done; mendq restore letter_/);
    expect(await mendq.restore('first', 'ada')).toMatchObject({ kind: 'restored' });
    expect(await store.queue('work').getJobState('first')).toBe('failed');
    down = false;
    store.work('work', process);
    await mendq.replay('first', { actor: 'ada' });
    await eventually('the run', () => runs === 1);
    await eventually('the healing', async () => {
      await mendq.heal();
      return (await mendq.show('first')).record.state === 'healed';
    });
  });
});
