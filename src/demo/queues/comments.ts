import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { bullmq } from '../../queues/bullmq/index.ts';
import type { Shop } from '../shop/shop.ts';
import { comments as commentTable } from '../shop/tables.ts';
import { REPAIRED, type DemoQueue } from './demo-queue.ts';

const CommentJob = z.object({
  commentId: z.string(),
  text: z.string().min(1),
});

/** Stores comments. The table can't hold emoji; the text of a comment may lose them. */
export function comments(shop: Shop): DemoQueue {
  return {
    name: 'comments',
    job: 'store-comment',
    process: (data) => storeComment(data, shop),
    healedBy: (store) =>
      bullmq('comments', {
        ...store,
        jobs: {
          'store-comment': {
            schema: CommentJob,
            idempotencyKey: (job) => job.commentId,
            fulfilled: (job) => isStored(job.commentId, shop),
            effects: 'database',
            freeText: ['/text'],
          },
        },
      }),
    letters: [{ id: 'com_801', payload: { commentId: 'com_801', text: 'Arrived early, works like a charm 🎉' }, expected: REPAIRED }],
  };
}

async function storeComment(data: unknown, { db }: Shop): Promise<void> {
  await db.insert(commentTable).values(CommentJob.parse(data));
}

async function isStored(commentId: string, { db }: Shop): Promise<boolean> {
  return (await db.$count(commentTable, eq(commentTable.commentId, commentId))) > 0;
}
