import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from './backends.ts';
import { JOB_STORES, type JobStore } from './job-store.ts';

const DOWN = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:443'), { code: 'ECONNREFUSED' });

describe.each(JOB_STORES)('queues by pattern, %s', (_, open) => {
  let store: JobStore;
  beforeEach(async () => void (store = await open()));
  afterEach(async () => store.close());

  /** Lets a job die in a queue, which exists from then on. */
  const die = async (queue: string): Promise<string> => {
    const worker = store.work(queue, async () => { throw DOWN; });
    const job = await store.queue(queue).add('work', { of: queue });
    await eventually(`the death in ${queue}`, async () => (await store.queue(queue).getFailedCount()) > 0);
    await worker.close();
    return job.id ?? '';
  };

  it('finds every queue that fits, takes no named one and not its own, and heals them with the job types of the pattern', async () => {
    for (const queue of ['mail-queue', 'sms-queue', 'named-queue', 'other', 'mendq-patrol']) await die(queue);
    const mendq = store.mendq([store.definition('*', { work: { effects: 'none' } }), store.definition('named-queue')]);
    const { queues } = await mendq.inspect();
    expect(queues).toEqual({ 'named-queue': 1, 'mail-queue': 1, other: 1, 'sms-queue': 1 });
    const plan = await mendq.plan({ queues: ['sms-queue'] });
    expect(plan.letters).toMatchObject([{ queue: 'sms-queue', verdict: 'retry' }]);
    for (const queue of ['mail-queue', 'sms-queue', 'other']) store.work(queue, async () => 'done');
    await mendq.heal({ queues: ['*'], wait: true, timeout: 20_000 });
    for (const queue of ['mail-queue', 'sms-queue', 'other']) expect(await store.queue(queue).getCompletedCount()).toBe(1);
    expect(await store.queue('named-queue').getFailedCount()).toBe(1);
  });

  it('says of a name that no pattern has found that it is not there', async () => {
    await die('mail-queue');
    const mendq = store.mendq([store.definition('*-queue')]);
    await expect(mendq.inspect({ queues: ['sms-queue'] })).rejects.toMatchObject({ code: 'MENDQ_E_USAGE', message: expect.stringContaining('no queue sms-queue is there') });
    await expect(mendq.inspect({ queues: ['nothing'] })).rejects.toMatchObject({ code: 'MENDQ_E_USAGE' });
    expect((await store.mendq([store.definition('no-?')]).inspect()).queues).toEqual({});
  });

  it('heals a queue that appears while a patrol runs', async () => {
    const mendq = store.mendq([store.definition('*-queue', { work: { effects: 'none' } })]);
    const stop = new AbortController();
    let passes = 0;
    mendq.on('pass-finished', () => { passes += 1; });
    const patrolling = mendq.patrol({ signal: stop.signal });
    try {
      await eventually('the first pass', () => passes > 0);
      const id = await die('late-queue');
      store.work('late-queue', async () => 'done');
      await eventually('the healing', async () => (await store.queue('late-queue').getJobState(id)) === 'completed', 45_000);
      expect(await store.queue('late-queue').getJobState(id)).toBe('completed');
    } finally {
      stop.abort();
      await patrolling;
    }
  });
});
