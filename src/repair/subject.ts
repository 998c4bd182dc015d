import type { JobType } from '../core/job-type.ts';
import type { Json } from '../core/json.ts';
import type { PayloadSchema, SchemaIssue } from '../core/payload-schema.ts';

/** One payload on its way through a repair: as it is now, and what its schema says of it now. */
export interface Subject {
  readonly payload: Json;
  readonly issues: readonly SchemaIssue[];
  readonly schema: PayloadSchema;
  readonly jobType: JobType;
  /** Where the letter died, by the names that its senders know. */
  readonly job?: { readonly queue: string; readonly name: string };
}

/** The subject with another payload, judged by the user's validator. Rejects where the validator does. */
export async function judged(subject: Subject, payload: Json): Promise<Subject> {
  if (payload === subject.payload) return subject;
  const { schema } = subject;
  const validation = schema.validateNow === undefined ? await schema.validate(payload) : schema.validateNow(payload);
  return { ...subject, payload, issues: validation.valid ? [] : validation.issues };
}
