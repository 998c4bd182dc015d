import { Worker, type Job } from 'bullmq';
import { keepErrors } from 'mendq/bullmq';
import { QUEUE, redis, send, WelcomeMail } from './welcome-mail.ts';

// keepErrors keeps the causes and codes of errors, which BullMQ would drop; mendq decides better with them.
const worker = new Worker(QUEUE, keepErrors(async (job: Job) => send(WelcomeMail.parse(job.data))), { connection: redis });

worker.on('completed', (job) => process.stdout.write(`${job.id}: sent\n`));
worker.on('failed', (job, error) => process.stdout.write(`${job?.id}: attempt ${job?.attemptsMade} failed, ${error.name}\n`));
