import { defineConfig } from 'mendq';
import { bullmq } from 'mendq/bullmq';
import { connection, QUEUE, WelcomeMail, wasSent } from './welcome-mail.ts';

export default defineConfig({
  queues: [
    bullmq(QUEUE, {
      connection,
      jobs: {
        send: {
          schema: WelcomeMail,
          idempotencyKey: (job) => job.userId,
          fulfilled: (job) => wasSent(job.userId),
          effects: 'external',
          protect: ['/email'],
        },
      },
    }),
  ],
});
