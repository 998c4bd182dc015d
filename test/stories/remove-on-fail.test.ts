import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from './backends.ts';
import { JOB_STORES, type JobStore } from './job-store.ts';

const DOWN = Object.assign(new Error('nobody knows why'), { code: 'E_ODD' });

describe.each(JOB_STORES)('B11 removeOnFail, %s', (_, open) => {
  let store: JobStore;
  beforeEach(async () => void (store = await open()));
  afterEach(async () => store.close());

  const failed = async (count: number): Promise<void> => eventually(`${count} in failed`, async () => (await store.queue('work').getFailedCount()) === count);
  const findings = async (): Promise<readonly string[]> => (await store.mendq([store.definition('work')]).doctor()).filter(({ severity }) => severity === 'error').map(({ message }) => message);

  it('true is found from jobs that wait, before any has died', async () => {
    await store.queue('work').add('job', {}, { removeOnFail: true });
    expect(await findings()).toEqual([expect.stringContaining('no dead letter possible: 1 of 1 jobs')]);
  });

  it('true is found from the template of a scheduler', async () => {
    await store.queue('work').upsertJobScheduler('daily', { every: 3_600_000 }, { name: 'job', opts: { removeOnFail: true } });
    expect(await findings()).toEqual([expect.stringContaining('no dead letter possible')]);
  });

  it('true is found from failures that left nothing behind', async () => {
    await store.queue('work').add('job', {}, { removeOnFail: true });
    const events: string[] = [];
    store.work('work', async () => { throw DOWN; }).on('failed', () => events.push('failed'));
    await eventually('the failure', () => events.length > 0);
    expect(await findings()).toEqual([expect.stringContaining('1 of the newest failures left no job behind')]);
  });

  it.each([['a number', 2], ['a count', { count: 2 }], ['an age', { age: 3600 }]])('%s is found, and its letters are archived before they are decided', async (_name, removeOnFail) => {
    store.work('work', async () => { throw DOWN; });
    await store.queue('work').add('job', { of: 'first', text: 'ä€😀' }, { jobId: 'first', removeOnFail });
    await failed(1);
    expect(await findings()).toEqual([expect.stringContaining(`removeOnFail ${JSON.stringify(removeOnFail)}`)]);
    const mendq = store.mendq([store.definition('work')]);
    await mendq.heal();
    const { record, events, archive } = await mendq.show('first');
    expect(record).toMatchObject({ state: 'escalated', letter: { retention: `removeOnFail ${JSON.stringify(removeOnFail)}` } });
    expect(archive?.location).toMatch(/jsonl/);
    expect(events.map(({ type }) => type)).toContain('decided');
  });

  it('a letter that BullMQ trimmed comes back by restore as it was', async () => {
    const worker = store.work('work', async () => { throw DOWN; });
    await store.queue('work').add('job', { of: 'first' }, { jobId: 'first', removeOnFail: 1 });
    await failed(1);
    const mendq = store.mendq([store.definition('work')]);
    await mendq.heal();
    const before = JSON.stringify((await store.queue('work').getJob('first'))?.asJSON());
    await store.queue('work').add('job', { of: 'second' }, { jobId: 'second', removeOnFail: 1 });
    await eventually('the trimming', async () => (await store.queue('work').getJobState('first')) === 'unknown');
    await worker.close();
    await store.queue('work').remove('second');
    expect(await mendq.restore('first', 'ada')).toMatchObject({ kind: 'restored' });
    expect(JSON.stringify((await store.queue('work').getJob('first'))?.asJSON())).toBe(before);
    expect((await mendq.show('first')).record.state).toBe('parked');
    expect(await mendq.restore('first', 'ada')).toMatchObject({ kind: 'restored' });
  });

  it('a planned letter that BullMQ trimmed is parked, and says how it comes back', async () => {
    const worker = store.work('work', async () => { throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:443'), { code: 'ECONNREFUSED' }); });
    await store.queue('work').add('job', {}, { jobId: 'first', removeOnFail: 1 });
    await failed(1);
    const mendq = store.mendq([store.definition('work', { job: { effects: 'none' } })], { policy: { backoff: { base: 86_400_000, factor: 1, cap: 86_400_000 } } });
    await mendq.heal();
    expect((await mendq.show('first')).record.state).toBe('planned');
    await store.queue('work').add('job', {}, { jobId: 'second', removeOnFail: 1 });
    await eventually('the trimming', async () => (await store.queue('work').getJobState('first')) === 'unknown');
    await worker.close();
    await store.queue('work').remove('second');
    await mendq.replay('first', { actor: 'ada' });
    expect((await mendq.show('first')).record).toMatchObject({ state: 'parked', why: expect.stringMatching(/removeOnFail 1.*mendq restore letter_/) });
  });
});
