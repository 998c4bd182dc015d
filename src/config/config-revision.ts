import { sha256 } from '../core/hash.ts';
import type { Policy } from '../core/policy.ts';
import type { RedactionOptions } from '../core/redaction-rules.ts';
import type { QueueDefinition } from '../queues/contract.ts';
import type { JobTypeOf } from './job-types.ts';

/** Equal for configurations that decide and hide alike: the same queues, with equal job types, under the same policy. */
export function configRevision(queues: readonly QueueDefinition[], policy: Policy, jobTypeOf: JobTypeOf, redact: RedactionOptions = {}): string {
  const described = queues.map(({ name, broker, jobs }) => [name, broker, Object.keys(jobs).toSorted().map((job) => [job, jobTypeOf(name, job).revision, jobs[job]?.redact ?? []])]);
  return sha256(JSON.stringify([described, policy, redact])).slice(0, 16);
}
