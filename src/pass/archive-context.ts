import type { ArchiveContext } from '../archive/archive.ts';
import { sourceOf } from '../guard/guard.ts';
import type { Lease } from '../ledger/contract.ts';
import type { QueueAdapter } from '../queues/contract.ts';
import type { PassContext } from './pass-context.ts';

/** What the archive stage works with, for one queue and lease. */
export function archiveContext(queue: QueueAdapter, lease: Lease, context: PassContext): ArchiveContext {
  const { ledger, store, redactorFor, policy, clock } = context;
  return { ledger, queue, store, redactorFor, policy, lease, clock, sourceOf: (record) => sourceOf(record, context.jobTypeOf) };
}
