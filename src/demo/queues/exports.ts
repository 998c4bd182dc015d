import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import { bullmq } from '../../queues/bullmq/index.ts';
import type { Shop } from '../shop/shop.ts';
import { exportFiles } from '../shop/tables.ts';
import { ESCALATED, REPAIRED, type DemoQueue } from './demo-queue.ts';

const ExportJob = z.object({
  exportId: z.string().regex(/^exp_\d+$/),
  reportDate: z.iso.date(),
  format: z.enum(['xlsx', 'csv']),
});

/** Writes reports as files. */
export function exports(shop: Shop): DemoQueue {
  return {
    name: 'excel-export',
    job: 'export-orders',
    process: (data) => writeExport(data, shop),
    healedBy: (store) =>
      bullmq('excel-export', {
        ...store,
        jobs: {
          'export-orders': {
            schema: ExportJob,
            idempotencyKey: (job) => job.exportId,
            fulfilledMany: (jobs) => areWritten(jobs.map(({ exportId }) => exportId), shop),
            effects: 'database',
          },
        },
      }),
    letters: [
      { id: 'exp_701', payload: { exportId: 'exp_701', reportDate: '20261130', format: 'xlsx' }, expected: REPAIRED },
      { id: 'exp_702', payload: { exportId: 'exp_702', reportDate: '2026-11-30', format: 'XLSX' }, expected: REPAIRED },
      // The third of April or the fourth of March: nobody can tell.
      { id: 'exp_703', payload: { exportId: 'exp_703', reportDate: '03/04/2026', format: 'xlsx' }, expected: ESCALATED },
    ],
  };
}

async function writeExport(data: unknown, { db }: Shop): Promise<void> {
  await db.insert(exportFiles).values(ExportJob.parse(data));
}

async function areWritten(ids: readonly string[], { db }: Shop): Promise<readonly boolean[]> {
  const rows = await db.select().from(exportFiles).where(inArray(exportFiles.exportId, [...ids]));
  const written = new Set(rows.map(({ exportId }) => exportId));
  return ids.map((id) => written.has(id));
}
