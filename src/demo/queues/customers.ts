import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { bullmq } from '../../queues/bullmq/index.ts';
import type { Shop } from '../shop/shop.ts';
import { customers as customerTable } from '../shop/tables.ts';
import { ESCALATED, type DemoQueue } from './demo-queue.ts';

const CustomerJob = z.object({
  customerId: z.string(),
  legalName: z.string().min(1),
});

/** Registers customers. The table can't hold emoji, and nobody but the customer may shorten a legal name. */
export function customers(shop: Shop): DemoQueue {
  return {
    name: 'customer-registration',
    job: 'register-customer',
    process: (data) => register(data, shop),
    healedBy: (store) =>
      bullmq('customer-registration', {
        ...store,
        jobs: {
          'register-customer': {
            schema: CustomerJob,
            idempotencyKey: (job) => job.customerId,
            fulfilled: (job) => isRegistered(job.customerId, shop),
            effects: 'database',
            protect: ['/legalName'],
          },
        },
      }),
    letters: [{ id: 'cus_901', payload: { customerId: 'cus_901', legalName: 'Sunrise 🌅 Holdings Ltd' }, expected: ESCALATED }],
  };
}

async function register(data: unknown, { db }: Shop): Promise<void> {
  await db.insert(customerTable).values(CustomerJob.parse(data));
}

async function isRegistered(customerId: string, { db }: Shop): Promise<boolean> {
  return (await db.$count(customerTable, eq(customerTable.customerId, customerId))) > 0;
}
