import { z } from 'zod';
import { bullmq } from '../../queues/bullmq/index.ts';
import type { DemoQueue } from './demo-queue.ts';
import { documentLetters } from './document-letters.ts';

const DocumentJob = z.strictObject({
  documentId: z.string(),
  tenant: z.string(),
  // Characters of which texts are made, and no others.
  text: z.string().regex(/^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}\t\n\r]*$/u),
});

/** The shop's own word for a file without content; the configuration says that it is hopeless. */
class EmptyFileError extends Error {
  override readonly name = 'EmptyFileError';
}

/** Reads documents that tenants upload. */
export function documents(): DemoQueue {
  return {
    name: 'document-import',
    job: 'import-document',
    process: async (data) => importDocument(data),
    healedBy: (store) =>
      bullmq('document-import', {
        ...store,
        jobs: {
          'import-document': {
            schema: DocumentJob,
            idempotencyKey: (job) => job.documentId,
            effects: 'none',
            source: (job) => (job === undefined ? undefined : { kind: 'tenant', value: job.tenant }),
          },
        },
      }),
    letters: documentLetters(),
  };
}

function importDocument(data: unknown): void {
  const { documentId, text } = DocumentJob.parse(data);
  if (text === '') throw new EmptyFileError(`document ${documentId} has no content`);
}
