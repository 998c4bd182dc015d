import { Redis } from 'ioredis';
import { z } from 'zod';

export const QUEUE = 'welcome-mail';
export const connection = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';
export const redis = new Redis(connection, { maxRetriesPerRequest: null, lazyConnect: true });

/** The one schema that the worker and mendq share. */
export const WelcomeMail = z.object({
  userId: z.string(),
  email: z.email(),
  newsletter: z.boolean(),
});

/** The business database of this example: the users who got their mail. */
const SENT = 'welcome-mail-sent';

export async function send({ userId }: z.infer<typeof WelcomeMail>): Promise<void> {
  await redis.sadd(SENT, userId);
}

export async function wasSent(userId: string): Promise<boolean> {
  return (await redis.sismember(SENT, userId)) === 1;
}
