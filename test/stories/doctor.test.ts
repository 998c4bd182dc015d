import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from './backends.ts';
import { JOB_STORES, type JobStore } from './job-store.ts';

describe.each(JOB_STORES)('doctor, %s', (_, open) => {
  let store: JobStore;
  beforeEach(async () => void (store = await open()));
  afterEach(async () => store.close());

  it('finds jobs without a schema, a paused queue, no worker, and a pattern that finds nothing, each with its fix', async () => {
    const worker = store.work('work', async () => { throw new Error('no luck'); });
    await store.queue('work').add('known', {});
    await store.queue('work').add('unknown', {});
    await eventually('the deaths', async () => (await store.queue('work').getFailedCount()) === 2);
    const definitions = [store.definition('work', { known: { schema: z.object({}), effects: 'external' } }), store.definition('none-*')];
    const running = await store.mendq(definitions).doctor();
    expect(running.filter(({ message }) => message.includes('no worker is connected'))).toEqual([]);
    await worker.close();
    await store.queue('work').pause();
    await eventually('the worker being gone', async () => (await store.mendq(definitions).doctor()).some(({ message }) => message.includes('no worker is connected')));
    const findings = (await store.mendq(definitions).doctor()).filter(({ severity }) => severity !== 'ok');
    const about = (subject: string): readonly string[] => findings.filter((finding) => finding.subject === subject).map(({ message }) => message);
    expect(about('queue work')).toEqual(expect.arrayContaining([expect.stringContaining('paused'), expect.stringContaining('2 dead letters would wait')]));
    expect(about('queue work, job unknown')).toEqual([expect.stringContaining('no schema covers them')]);
    expect(about('queue work, job known')).toEqual(expect.arrayContaining([expect.stringContaining('idempotencyKey'), expect.stringContaining('fulfilled')]));
    expect(about('queue none-*')).toEqual(expect.arrayContaining([expect.stringContaining('no queue matches')]));
    expect(findings.filter(({ fix }) => fix === undefined)).toEqual([]);
  });
});
