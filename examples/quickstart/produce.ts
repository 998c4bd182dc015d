import { Queue } from 'bullmq';
import { QUEUE, redis } from './welcome-mail.ts';

const queue = new Queue(QUEUE, { connection: redis });
const options = { attempts: 3, backoff: { type: 'fixed', delay: 100 } };

await queue.add('send', { userId: 'ada', email: 'ada@example.com', newsletter: true }, { ...options, jobId: 'ada' });
// An old form writes its checkbox as text: this job dies, and has one safe repair.
await queue.add('send', { userId: 'bob', email: 'bob@example.com', newsletter: 'TRUE' }, { ...options, jobId: 'bob' });
// Nobody but Cleo knows her address: this job dies, and mendq leaves it to you.
await queue.add('send', { userId: 'cleo', newsletter: false }, { ...options, jobId: 'cleo' });

await queue.close();
await redis.quit();
