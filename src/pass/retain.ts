import { archiveFinished } from '../archive/archive.ts';
import type { AuditEventDraft } from '../ledger/audit-event.ts';
import type { PassContext } from './pass-context.ts';

/** Letters archived and emptied at once; their bodies are held meanwhile. */
const BATCH = 50;

/** Most batches of one pass: what is left waits for the next, so that a pass stays a pass. */
const BATCHES = 20;

/**
 * Ends the time of content: of finished letters it moves from the ledger to the archive, and in the archive it ends.
 * Interrupted anywhere, it is taken up again: what is archived is not archived twice, and nothing is emptied before.
 * Returns how many letters were emptied.
 */
export async function retain(context: PassContext): Promise<number> {
  const { store, clock, policy, signal } = context;
  const { payloads, archive } = policy.retention;
  const ago = (milliseconds: number): Date => new Date(clock.now().getTime() - milliseconds);
  if (archive !== undefined) await store.prune?.(ago(archive));
  if (payloads === undefined) return 0;
  let stripped = 0;
  for (let batch = 0; batch < BATCHES && !signal.aborted; batch += 1) {
    const emptied = await emptyBatch(ago(payloads), context);
    stripped += emptied;
    if (emptied === 0) break;
  }
  return stripped;
}

async function emptyBatch(finishedBefore: Date, context: PassContext): Promise<number> {
  const { ledger, clock } = context;
  const records = await ledger.list({ finishedBefore, limit: BATCH });
  if (records.length === 0) return 0;
  await archiveFinished(records, context);
  const event: AuditEventDraft = { type: 'stripped', actor: 'mendq', detail: { finishedBefore: finishedBefore.toISOString() } };
  const stripped = await ledger.strip(records.map(({ id }) => ({ id, event })), clock.now());
  return stripped.filter(Boolean).length;
}
