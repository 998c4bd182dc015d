import type { FlowJob, Job } from 'bullmq';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HealReport } from '../../src/index.ts';
import { eventually } from './backends.ts';
import { JOB_STORES, type JobStore } from './job-store.ts';

describe.each(JOB_STORES)('B10 flows, %s', (_, open) => {
  let store: JobStore;
  let broken: Set<string>;
  let runs: string[];
  beforeEach(async () => {
    store = await open();
    broken = new Set();
    runs = [];
  });
  afterEach(async () => store.close());

  /** Runs a job of either queue; those whose id is broken fail as if a service were down. */
  const processor = async (job: Job): Promise<unknown> => {
    if (broken.has(job.id ?? '')) throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:443'), { code: 'ECONNREFUSED' });
    runs.push(job.id ?? '');
    return Object.keys(await job.getChildrenValues()).length;
  };
  const work = (...queues: readonly string[]): void => queues.forEach((name) => void store.work(name, processor));
  const stateOf = async (queue: string, id: string): Promise<string> => store.queue(queue).getJobState(id);
  const reaches = async (queue: string, id: string, state: string): Promise<void> => eventually(`${id} ${state}`, async () => (await stateOf(queue, id)) === state);
  const child = (jobId: string, queueName = 'parts', opts: object = { failParentOnFailure: true }): FlowJob => ({ name: 'part', queueName, data: { part: jobId }, opts: { jobId, ...opts } });
  const add = async (jobId: string, children: FlowJob[], opts: object = {}): Promise<unknown> => store.flow.add({ name: 'whole', queueName: 'wholes', data: { whole: jobId }, opts: { jobId, ...opts }, children });
  const types = { part: { effects: 'none' }, whole: { effects: 'none' } } as const;
  const healer = (...queues: readonly string[]) => store.mendq(queues.map((name) => store.definition(name, types)));
  const heal = async (mendq: ReturnType<typeof healer>): Promise<HealReport> => mendq.heal({ wait: true, timeout: 30_000 });

  it('heals the child first, and the parent only when the child has completed', async () => {
    broken.add('c1');
    await add('p1', [child('c1'), child('c2')]);
    work('parts', 'wholes');
    await reaches('wholes', 'p1', 'failed');
    broken.clear();
    const mendq = healer('wholes', 'parts');
    const plan = await mendq.plan();
    expect(plan.letters.find(({ messageId }) => messageId === 'p1')).toMatchObject({ verdict: 'retry', diagnosis: { cause: 'transient', rule: 'child-failed', why: expect.stringContaining('job c1 of queue parts') } });
    const report = await heal(mendq);
    expect(report.letters.map(({ letter, outcome }) => `${letter.messageId} ${outcome}`).toSorted()).toEqual(['c1 healed', 'p1 healed']);
    expect(runs.slice(-2)).toEqual(['c1', 'p1']);
    expect((await store.queue('wholes').getJob('p1'))?.returnvalue).toBe(2);
    expect((await mendq.show('p1')).record.round).toBe(0);
  });

  it('never retries a parent whose child stays dead, opens no breaker over it and uses up no round', async () => {
    broken.add('c1').add('c2').add('c3').add('c4');
    for (const number of [1, 2, 3, 4]) await add(`p${number}`, [child(`c${number}`)]);
    work('parts', 'wholes');
    for (const number of [1, 2, 3, 4]) await reaches('wholes', `p${number}`, 'failed');
    const mendq = healer('wholes');
    for (let pass = 0; pass < 3; pass += 1) await heal(mendq);
    for (const number of [1, 2, 3, 4]) {
      const { record, events } = await mendq.show(`p${number}`);
      expect(record).toMatchObject({ state: 'planned', hold: 'children', round: 0 });
      expect(events.filter(({ type }) => type === 'intent')).toEqual([]);
    }
    expect(runs).toEqual([]);
  });

  it('lets the parent go on when its child was fixed by hand in a queue that nobody watches', async () => {
    broken.add('c1');
    await add('p1', [child('c1', 'elsewhere')]);
    work('elsewhere', 'wholes');
    await reaches('wholes', 'p1', 'failed');
    const mendq = store.mendq([store.definition('wholes', types)], { policy: { holdRetry: 50 } });
    await heal(mendq);
    expect((await mendq.show('p1')).record).toMatchObject({ hold: 'children' });
    broken.clear();
    await (await store.queue('elsewhere').getJob('c1'))?.retry();
    await reaches('elsewhere', 'c1', 'completed');
    await eventually('the parent', async () => {
      await heal(mendq);
      return (await stateOf('wholes', 'p1')) === 'completed';
    });
    expect((await mendq.show('p1')).record.state).toBe('healed');
  });

  it('heals a grandparent last', async () => {
    broken.add('c1');
    await store.flow.add({
      name: 'whole', queueName: 'wholes', data: {}, opts: { jobId: 'g1' },
      children: [{ name: 'whole', queueName: 'wholes', data: {}, opts: { jobId: 'p1', failParentOnFailure: true }, children: [child('c1')] }],
    });
    work('parts', 'wholes');
    await reaches('wholes', 'g1', 'failed');
    broken.clear();
    const mendq = healer('wholes', 'parts');
    await heal(mendq);
    await heal(mendq);
    expect(runs).toEqual(['c1', 'p1', 'g1']);
    for (const id of ['p1', 'g1']) expect((await mendq.show(id)).record).toMatchObject({ state: 'healed', round: 0 });
  });

  it('heals a parent with two failed children in one round', async () => {
    broken.add('c1').add('c2');
    await add('p1', [child('c1'), child('c2')]);
    store.work('parts', processor, { concurrency: 1 });
    work('wholes');
    await reaches('parts', 'c1', 'failed');
    await reaches('parts', 'c2', 'failed');
    await reaches('wholes', 'p1', 'failed');
    broken.clear();
    const mendq = healer('wholes', 'parts');
    await heal(mendq);
    await heal(mendq);
    expect((await mendq.show('p1')).record).toMatchObject({ state: 'healed', round: 0 });
    expect(runs).toHaveLength(3);
    expect(runs.at(-1)).toBe('p1');
  });

  it('leaves a parent that waits by itself alone, and its healed child releases it', async () => {
    broken.add('c1');
    await add('p1', [child('c1', 'parts', {})]);
    work('parts', 'wholes');
    await reaches('parts', 'c1', 'failed');
    expect(await stateOf('wholes', 'p1')).toBe('waiting-children');
    broken.clear();
    await heal(healer('wholes', 'parts'));
    await reaches('wholes', 'p1', 'completed');
    expect(runs).toEqual(['c1', 'p1']);
  });

  it.each(['ignoreDependencyOnFailure', 'continueParentOnFailure', 'removeDependencyOnFailure'])('heals a child whose parent went on by %s, and does not run the parent again', async (option) => {
    broken.add('c1');
    await add('p1', [child('c1', 'parts', { [option]: true })]);
    work('parts', 'wholes');
    await reaches('wholes', 'p1', 'completed');
    broken.clear();
    await heal(healer('wholes', 'parts'));
    await reaches('parts', 'c1', 'completed');
    expect(runs).toEqual(['p1', 'c1']);
  });

  it.each([['waits for it', {}, 'would let the parent run'], ['failed with it', { failParentOnFailure: true }, 'would keep the parent from ever completing']])('hands a hopeless child to a person whose parent %s', async (_name, opts, why) => {
    await store.flow.add({ name: 'whole', queueName: 'wholes', data: {}, opts: { jobId: 'p1' }, children: [{ name: 'part', queueName: 'parts', data: { empty: true }, opts: { jobId: 'c1', ...opts } }, child('c2', 'parts', {})] });
    store.work('parts', async (job) => {
      if (job.id === 'c1') throw Object.assign(new Error('nothing in it'), { name: 'EmptyFileError' });
    });
    await reaches('parts', 'c1', 'failed');
    await reaches('parts', 'c2', 'completed');
    const before = await stateOf('wholes', 'p1');
    const mendq = store.mendq([store.definition('parts', types)], { errors: { EmptyFileError: 'hopeless' } });
    await heal(mendq);
    expect((await mendq.show('c1')).record).toMatchObject({ state: 'escalated', why: expect.stringContaining(why) });
    expect([await stateOf('parts', 'c1'), await stateOf('parts', 'c2'), await stateOf('wholes', 'p1')]).toEqual(['failed', 'completed', before]);
  });

  it('discards a hopeless child that nobody waits for, and leaves parent and siblings as they are', async () => {
    await store.flow.add({ name: 'whole', queueName: 'wholes', data: {}, opts: { jobId: 'p1' }, children: [{ name: 'part', queueName: 'parts', data: {}, opts: { jobId: 'c1', ignoreDependencyOnFailure: true } }, child('c2', 'parts', {})] });
    store.work('parts', async (job) => {
      if (job.id === 'c1') throw Object.assign(new Error('nothing in it'), { name: 'EmptyFileError' });
    });
    work('wholes');
    await reaches('wholes', 'p1', 'completed');
    const mendq = store.mendq([store.definition('parts', types)], { errors: { EmptyFileError: 'hopeless' } });
    await heal(mendq);
    expect((await mendq.show('c1')).record.state).toBe('discarded');
    expect([await stateOf('parts', 'c1'), await stateOf('parts', 'c2'), await stateOf('wholes', 'p1')]).toEqual(['unknown', 'completed', 'completed']);
  });

  it('hands a parent to a person whose failed child BullMQ has dropped', async () => {
    broken.add('c1');
    await add('p1', [child('c1', 'parts', { failParentOnFailure: true, removeOnFail: true })]);
    work('parts', 'wholes');
    await reaches('wholes', 'p1', 'failed');
    broken.clear();
    const mendq = healer('wholes', 'parts');
    await heal(mendq);
    expect((await mendq.show('p1')).record).toMatchObject({ state: 'escalated', why: expect.stringContaining('job c1 of queue parts') });
    expect(runs).toEqual([]);
  });

  it('does not believe a processor that only says that a child failed', async () => {
    await store.queue('wholes').add('whole', {}, { jobId: 'p1' });
    store.work('wholes', async () => { throw Object.assign(new Error('child bull:parts:c1 failed'), { name: 'UnrecoverableError' }); });
    await reaches('wholes', 'p1', 'failed');
    const mendq = healer('wholes');
    await heal(mendq);
    expect((await mendq.show('p1')).record).toMatchObject({ state: 'escalated', decision: { diagnosis: { rule: 'child-failed', cause: 'unknown' } } });
  });

  it('replays a parent once however often child and parent are healed at the same time', async () => {
    for (let number = 0; number < 20; number += 1) {
      broken.add(`c${number}`);
      await add(`p${number}`, [child(`c${number}`)]);
    }
    work('parts', 'wholes');
    for (let number = 0; number < 20; number += 1) await reaches('wholes', `p${number}`, 'failed');
    broken.clear();
    const definitions = ['wholes', 'parts'].map((name) => store.definition(name, types));
    const healers = [store.mendq(definitions), store.mendq(definitions.toReversed()), store.mendq(definitions)];
    await Promise.all(healers.map(async (mendq) => { for (let pass = 0; pass < 3; pass += 1) await heal(mendq); }));
    expect(runs.length).toBe(40);
    expect(new Set(runs).size).toBe(40);
  });
});
