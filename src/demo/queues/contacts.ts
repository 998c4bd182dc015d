import { z } from 'zod';
import { bullmq } from '../../queues/bullmq/index.ts';
import type { Shop } from '../shop/shop.ts';
import { ESCALATED, type DemoQueue } from './demo-queue.ts';

const ContactJob = z.object({
  contactId: z.string(),
  email: z.email(),
});

/** Hands contacts to the partner's CRM. Nothing in the shop's database tells whether that was done. */
export function contacts({ crm }: Shop): DemoQueue {
  return {
    name: 'crm-sync',
    job: 'sync-contact',
    process: async (data) => crm.store(ContactJob.parse(data)),
    healedBy: (store) =>
      bullmq('crm-sync', {
        ...store,
        jobs: {
          'sync-contact': {
            schema: ContactJob,
            idempotencyKey: (job) => job.contactId,
            effects: 'external',
          },
        },
      }),
    letters: [{ id: 'con_601', payload: { contactId: 'con_601', email: 'ada@example.com' }, expected: ESCALATED }],
  };
}
