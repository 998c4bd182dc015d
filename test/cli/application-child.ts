// An application with BullMQ's queue, its worker and mendq on embedded databases in the folder of its argument.
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPostgresBackend, Queue, runMigrations, Worker, type Job } from 'bullmq';
import { bullmq, pglitePool } from '../../src/queues/bullmq/index.ts';
import { createMendq } from '../../src/mendq.ts';
import { schema } from './application-schema.ts';

const [, , folder = ''] = process.argv;
const pool = pglitePool(await PGlite.create(join(folder, 'queues')));
const session = await pool.connect();
await runMigrations(session, 'bullmq', { skipVersionCheck: true });
session.release();
const connection = pool as never;
const queue = new Queue('parcels', { connection }, createPostgresBackend) as unknown as Queue;
const worker = new Worker('parcels', async (job: Job<{ readonly tax: unknown }>) => {
  if (typeof job.data.tax !== 'boolean') throw new TypeError('tax must be a boolean');
  process.stdout.write(`done ${job.id}\n`);
}, { connection }, createPostgresBackend) as unknown as Worker;

const mendq = createMendq({ queues: [bullmq('parcels', { postgres: pool, jobs: { send: { schema, effects: 'none' } } })], ledger: join(folder, 'ledger'), archive: join(folder, 'archive') });
mendq.on('letter-finished', ({ letter, outcome }) => process.stdout.write(`${outcome} ${letter.messageId}\n`));
await mendq.verify();
await queue.addBulk(['a', 'b', 'c'].map((jobId) => ({ name: 'send', data: { tax: 'TRUE' }, opts: { jobId } })));
while ((await queue.getFailedCount()) < 3) await new Promise((resolve) => { setTimeout(resolve, 20); });
process.stdout.write('ready\n');

process.once('SIGTERM', () => {
  void mendq.close().then(() => worker.close()).then(() => queue.close()).then(() => process.exit());
});
