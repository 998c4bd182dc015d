import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createMendq } from '../../src/index.ts';
import { eventually, openEmbedded, openRedis, type Backend, type OpenBackend } from './backends.ts';

const InvoiceJob = z.object({ invoiceId: z.string(), autoCalculateTax: z.boolean() });

/** Runs the night: a job dies while a patrol is running and nobody acts. Returns what the worker did with it. */
async function night(open: OpenBackend, patrol: { readonly listen: boolean; readonly every: number }): Promise<{ effects: readonly unknown[]; attempts: number }> {
  const backend: Backend = await open('invoice-processing-queue');
  const effects: unknown[] = [];
  let attempts = 0;
  backend.work(async (job) => {
    attempts += 1;
    effects.push(InvoiceJob.parse(job.data));
  });
  const queue = backend.definition({ 'parse-invoice': { schema: InvoiceJob, effects: 'database', fulfilled: () => false } });
  const mendq = createMendq({ queues: [queue], ledger: backend.ledger, patrol: { every: patrol.every } }, { directory: backend.directory });
  const stop = new AbortController();
  const problems: Error[] = [];
  let firstPassDone = false;
  mendq.on('pass-finished', () => { firstPassDone = true; });
  const patrolling = mendq.patrol({ signal: stop.signal, listen: patrol.listen, onError: (error) => problems.push(error) });
  try {
    await Promise.race([eventually('the first pass', () => firstPassDone), patrolling.then(() => { throw new Error('the patrol ended'); })]);
    const job = await backend.queue.add('parse-invoice', { invoiceId: 'inv_1', autoCalculateTax: 'TRUE' }, { attempts: 5 });
    await eventually('the healing', async () => (await backend.queue.getJobState(job.id ?? '')) === 'completed');
    await eventually('the outcome', async () => (await mendq.show(job.id ?? '')).record.state === 'healed');
    expect(problems).toEqual([]);
    return { effects, attempts };
  } finally {
    stop.abort();
    await patrolling;
    await mendq.close();
    await backend.close();
  }
}

describe.each([['embedded', openEmbedded], ['redis', openRedis]] as const)('a night with nobody awake, %s', (_, open) => {
  it('wakes at the fifth failure, heals, and sees the job complete', async () => {
    expect(await night(open, { listen: true, every: 30 * 60_000 })).toEqual({ effects: [{ invoiceId: 'inv_1', autoCalculateTax: true }], attempts: 6 });
  });

  it('heals at the next tick where the events are lost', async () => {
    expect(await night(open, { listen: false, every: 1000 })).toEqual({ effects: [{ invoiceId: 'inv_1', autoCalculateTax: true }], attempts: 6 });
  });
});
