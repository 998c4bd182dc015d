import type { Queue } from 'bullmq';
import { z } from 'zod';

/** What the naive agent asks its model for: anything at all may stand in `repairedPayload`. */
export const NaiveAnswer = z.object({
  action: z.enum(['RETRY_DIRECTLY', 'REPAIR_AND_REPLAY', 'PERMANENT_DISCARD']),
  analysis: z.string(),
  repairedPayload: z.record(z.string(), z.any()).optional(),
});

export type NaiveModel = (prompt: string) => Promise<unknown>;

/**
 * One poll of the agent that many teams write first: it asks a model about each failed job, with payload and error as they are,
 * and does what the model says. Written for these tests, as something to be measured against.
 */
export async function naivePoll(queue: Queue, model: NaiveModel, between: (jobId: string) => Promise<void> = async () => undefined): Promise<void> {
  for (const job of await queue.getFailed(0, 20)) {
    const prompt = `Job ${job.name} failed: ${job.failedReason}\n${(job.stacktrace ?? []).join('\n').slice(0, 1000)}\nPayload: ${JSON.stringify(job.data)}`;
    const { action, repairedPayload } = NaiveAnswer.parse(await model(prompt));
    if (action === 'PERMANENT_DISCARD') {
      await job.remove();
      continue;
    }
    // The type says that it may be missing; the agent says that it knows better.
    if (action === 'REPAIR_AND_REPLAY') await job.updateData(repairedPayload as object);
    await between(job.id ?? '');
    await job.retry();
  }
}
