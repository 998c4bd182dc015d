import { fileURLToPath } from 'node:url';
import { UnrecoverableError } from 'bullmq';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from './backends.ts';
import { JOB_STORES, type JobStore } from './job-store.ts';

const DOWN = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:443'), { code: 'ECONNREFUSED' });
const PROCESSOR = fileURLToPath(new URL('../fixtures/processors/refused-connection.mjs', import.meta.url));
const types = { job: { effects: 'none' } } as const;

describe.each(JOB_STORES)('other kinds of jobs, %s', (_, open) => {
  let store: JobStore;
  beforeEach(async () => void (store = await open()));
  afterEach(async () => store.close());

  const failed = async (): Promise<void> => eventually('the death', async () => (await store.queue('work').getFailedCount()) === 1);
  const onlyId = async (): Promise<string> => (await store.queue('work').getFailed(0, 0))[0]?.id ?? '';

  it('heals an iteration of a scheduler, and makes no further one by it', async () => {
    let down = true;
    await store.queue('work').upsertJobScheduler('hourly', { every: 3_600_000 }, { name: 'job', data: { of: 'hourly' } });
    store.work('work', async () => { if (down) throw DOWN; });
    await failed();
    const id = await onlyId();
    const delayed = await store.queue('work').getDelayedCount();
    down = false;
    await store.mendq([store.definition('work', types)]).heal({ wait: true, timeout: 20_000 });
    expect(await store.queue('work').getJobState(id)).toBe('completed');
    expect(await store.queue('work').getDelayedCount()).toBe(delayed);
  });

  it.each([['a process', false], ['a thread', true]])('reads the error of a processor that is sandboxed in %s', async (_name, useWorkerThreads) => {
    await store.queue('work').add('job', { down: true }, { jobId: 'boxed' });
    store.work('work', PROCESSOR, { useWorkerThreads });
    await failed();
    const mendq = store.mendq([store.definition('work', types)]);
    expect((await mendq.plan()).letters).toMatchObject([{ verdict: 'retry', diagnosis: { rule: 'nothing-sent' } }]);
  });

  it('leaves an UnrecoverableError to a person, with attempts left or not', async () => {
    await store.queue('work').add('job', {}, { jobId: 'final', attempts: 5 });
    store.work('work', async () => { throw new UnrecoverableError('the card was charged'); });
    await failed();
    const mendq = store.mendq([store.definition('work', types)]);
    await mendq.heal();
    expect((await mendq.show('final')).record).toMatchObject({ state: 'escalated', decision: { diagnosis: { rule: 'unrecoverable' } } });
  });

  it('leaves a job whose worker stopped in the middle to a person', async () => {
    await store.queue('work').add('job', {}, { jobId: 'stuck' });
    const dead = store.work('work', null, { autorun: false, lockDuration: 200, skipLockRenewal: true });
    await eventually('the start', async () => (await dead.getNextJob('nobody', { block: false })) !== undefined);
    store.work('work', async () => 'done', { stalledInterval: 200, maxStalledCount: 0 });
    await failed();
    const mendq = store.mendq([store.definition('work', types)]);
    await mendq.heal();
    expect((await mendq.show('stuck')).record).toMatchObject({ state: 'escalated', decision: { diagnosis: { rule: 'stalled' } } });
  });

  it('B9 parks a letter whose deduplication key a live job owns, and leaves both as they are', async () => {
    const worker = store.work('work', async () => { throw DOWN; });
    await store.queue('work').add('job', {}, { jobId: 'first', deduplication: { id: 'order-7' } });
    await failed();
    await worker.close();
    await store.queue('work').add('job', {}, { jobId: 'second', deduplication: { id: 'order-7' } });
    const mendq = store.mendq([store.definition('work', types)]);
    await eventually('the parking', async () => {
      await mendq.heal();
      return (await mendq.show('first')).record.state === 'parked';
    });
    expect([await store.queue('work').getJobState('first'), await store.queue('work').getJobState('second')]).toEqual(['failed', 'waiting']);
  });

  it('B6 keeps the errors of all attempts in the ledger, whatever the store drops at the replay', async () => {
    let runs = 0;
    const worker = store.work('work', async () => { throw Object.assign(new Error(`attempt ${runs += 1}: connect ECONNREFUSED 10.0.0.7:443`), { code: 'ECONNREFUSED' }); });
    await store.queue('work').add('job', {}, { jobId: 'thrice', attempts: 3 });
    await failed();
    await worker.close();
    const mendq = store.mendq([store.definition('work', types)], { errors: { ECONNREFUSED: 'transient' } });
    await mendq.heal();
    await (await store.queue('work').getJob('thrice'))?.retry().catch(() => undefined);
    const { record } = await mendq.show('thrice');
    expect(record.letter.failure.stack.map((stack) => /attempt \d/.exec(stack)?.[0])).toEqual(['attempt 1', 'attempt 2', 'attempt 3']);
  });

  it('B8 puts a job with a priority back among those with one', async () => {
    const worker = store.work('work', async () => { throw DOWN; });
    await store.queue('work').add('job', {}, { jobId: 'urgent', priority: 3 });
    await failed();
    await worker.close();
    const mendq = store.mendq([store.definition('work', types)]);
    await eventually('the replay', async () => (await mendq.heal()).replayed === 1);
    expect(await store.queue('work').getJobState('urgent')).toBe('prioritized');
  });
});
