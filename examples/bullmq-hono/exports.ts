import { Queue, Worker, type Job } from 'bullmq';
import { Redis } from 'ioredis';
import { bullmq, keepErrors } from 'mendq/bullmq';
import { z } from 'zod';

export const connection = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const redis = new Redis(connection, { maxRetriesPerRequest: null });

const ExportJob = z.object({ exportId: z.string(), tenant: z.string(), format: z.enum(['xlsx', 'csv']) });

/** What the user sees; a real application keeps it in its database. */
export const status = new Map<string, string>();

export const queue = new Queue('exports', { connection: redis });

/** Runs the jobs of this queue. */
export function startWorker(): Worker {
  const worker = new Worker('exports', keepErrors(async (job: Job) => writeFile(ExportJob.parse(job.data))), { connection: redis });
  worker.on('failed', (job) => status.set(job?.id ?? '', 'delayed'));
  return worker;
}

async function writeFile({ exportId }: z.infer<typeof ExportJob>): Promise<void> {
  status.set(exportId, 'ready');
}

/** The queue as mendq knows it. */
export const healed = bullmq('exports', {
  connection,
  jobs: {
    export: {
      schema: ExportJob,
      idempotencyKey: (job) => job.exportId,
      fulfilled: (job) => status.get(job.exportId) === 'ready',
      effects: 'database',
      source: (job) => (job === undefined ? undefined : { kind: 'tenant', value: job.tenant }),
    },
  },
});
