import { expectTypeOf, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod3';
import { bullmq } from '../../../src/queues/bullmq/index.ts';

describe('bullmq', () => {
  test('types every hook by the schema of its own job', () => {
    const definition = bullmq('invoices', {
      connection: { host: 'localhost', port: 6379 },
      jobs: {
        'parse-invoice': {
          schema: z.object({ invoiceId: z.string(), amount: z.number() }),
          idempotencyKey: (job) => {
            expectTypeOf(job).toEqualTypeOf<{ invoiceId: string; amount: number }>();
            return job.invoiceId;
          },
          fulfilledMany: (jobs) => jobs.map((job) => job.amount > 0),
          effects: 'database',
        },
        'send-mail': { schema: z3.object({ to: z3.string() }), fulfilled: async (job) => job.to === '' },
        plain: { schema: { type: 'object' }, source: (job) => ({ kind: 'tenant', value: String(job?.['tenant']) }) },
      },
    });
    expect(Object.keys(definition.jobs)).toEqual(['parse-invoice', 'send-mail', 'plain']);
    expect(definition.jobs['parse-invoice']?.effects).toBe('database');
  });

  test.each(['invoices-dlq', { name: 'invoices-dlq' }])('keeps patterns off its dead-letter queue', (deadLetterQueue) => {
    expect(bullmq('invoices', { connection: 'redis://localhost', deadLetterQueue }).sideQueues).toEqual(['invoices-dlq']);
  });

  test('needs no jobs', () => {
    expect(bullmq('invoices', { postgres: 'postgres://localhost/db' })).toMatchObject({ name: 'invoices', broker: 'bullmq', jobs: {} });
  });
});
