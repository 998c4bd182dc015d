import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import { bullmq } from '../../queues/bullmq/index.ts';
import type { Shop } from '../shop/shop.ts';
import { emails, invoiceRecords } from '../shop/tables.ts';
import type { DemoQueue } from './demo-queue.ts';
import { invoiceLetters } from './invoice-letters.ts';

const InvoiceJob = z.object({
  invoiceId: z.string().regex(/^inv_\d+$/),
  fileUrl: z.url(),
  options: z.object({
    autoCalculateTax: z.boolean(),
    notifyEmail: z.string().min(3),
  }),
});

/** Reads invoices: one row in `invoice_records` and one e-mail each, in one transaction. */
export function invoices(shop: Shop): DemoQueue {
  return {
    name: 'invoice-processing-queue',
    job: 'parse-invoice',
    process: (data) => parseInvoice(data, shop),
    healedBy: (store) =>
      bullmq('invoice-processing-queue', {
        ...store,
        jobs: {
          'parse-invoice': {
            schema: InvoiceJob,
            idempotencyKey: (job) => job.invoiceId,
            fulfilledMany: (jobs) => areRecorded(jobs.map(({ invoiceId }) => invoiceId), shop),
            effects: 'database',
            protect: ['/invoiceId', '/fileUrl'],
            tidy: ['/options/notifyEmail'],
          },
        },
      }),
    letters: invoiceLetters(),
  };
}

async function parseInvoice(data: unknown, { db, cdn }: Shop): Promise<void> {
  const { invoiceId, fileUrl, options } = InvoiceJob.parse(data);
  await cdn.download(fileUrl);
  await db.transaction(async (transaction) => {
    await transaction.insert(invoiceRecords).values({ invoiceId, fileUrl, taxIncluded: options.autoCalculateTax, status: 'COMPLETED' });
    await transaction.insert(emails).values({ subject: `Your invoice ${invoiceId}`, recipient: options.notifyEmail });
  });
}

/** Which invoices are done, asked for all of them at once. */
async function areRecorded(ids: readonly string[], { db }: Shop): Promise<readonly boolean[]> {
  const rows = await db.select().from(invoiceRecords).where(inArray(invoiceRecords.invoiceId, [...ids]));
  const done = new Set(rows.filter(({ status }) => status === 'COMPLETED').map(({ invoiceId }) => invoiceId));
  return ids.map((id) => done.has(id));
}
