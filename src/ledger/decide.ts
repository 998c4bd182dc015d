import type { LetterId } from '../core/dead-letter.ts';
import { sha256 } from '../core/hash.ts';
import type { DecisionEntry, RecordedDecision } from './contract.ts';
import type { Session } from './database.ts';
import { type Sighting, sightGroups } from './groups.ts';
import { type LetterChanges, type LetterHead, lockLetters } from './letter-changes.ts';
import type { LetterRow } from './letter-rows.ts';

/** Stores decisions and counts their letters into groups. See `Ledger.decide`. */
export async function decideLetters(session: Session, entries: readonly DecisionEntry[], now: Date): Promise<boolean[]> {
  const changes = await lockLetters(session, entries.map((entry) => entry.id), now);
  const columns = new Map<LetterId, DecisionColumns>();
  const sightings: Sighting[] = [];
  const stored = entries.map((entry) => {
    const head = changes.head(entry.id);
    if (head === undefined || !mayDecide(head, now)) return false;
    applyDecision(changes, head, entry);
    columns.set(entry.id, columnsOf(head, entry.decision, now));
    sightings.push({ queue: head.queue, name: head.name, decision: entry.decision });
    return true;
  });
  await sightGroups(session, sightings, now);
  await changes.save((id) => columns.get(id) ?? {});
  return stored;
}

function mayDecide(head: LetterHead, now: Date): boolean {
  if (head.strippedAt !== null) return false;
  if (head.state === 'planned') return head.leaseUntil === null || head.leaseUntil <= now;
  return head.state === 'seen' || head.state === 'escalated' || head.state === 'parked';
}

function applyDecision(changes: LetterChanges, head: LetterHead, entry: DecisionEntry): void {
  const { state, why, hold = null, dueAt = null, event } = entry;
  const signature = entry.decision.signatures.shape;
  const earlierSignatures = [...new Set([...head.earlierSignatures, ...(head.signature === null ? [] : [head.signature])])];
  changes.change(head, { state, why, hold, dueAt, signature, earlierSignatures, leaseOwner: null, leaseUntil: null }, event);
}

type DecisionColumns = Partial<
  Pick<LetterRow, 'decidedAt' | 'failureSignature' | 'diagnosis' | 'plan' | 'planBody' | 'idempotencyKey' | 'keyHash' | 'revision'>
>;

function columnsOf(head: LetterHead, decision: RecordedDecision, now: Date): DecisionColumns {
  const { signatures, diagnosis, idempotencyKey, revision } = decision;
  const { body = null, ...plan } = decision.plan;
  return {
    ...{ decidedAt: now, failureSignature: signatures.failure, diagnosis, plan, planBody: body, revision },
    idempotencyKey: idempotencyKey ?? null,
    keyHash: idempotencyKey === undefined ? null : sha256(head.queue, head.name, idempotencyKey),
  };
}
