import type { LetterId } from '../core/dead-letter.ts';
import type { Diagnosis } from '../core/diagnosis.ts';
import { FINAL_STATES, type LetterState } from '../core/outcome.ts';
import type { StripRequest } from './contract.ts';
import { isAmong, type Session } from './database.ts';
import { eraseDetails, sealsOf } from './erase-details.ts';
import { type HeadPatch, type LetterHead, lockLetters } from './letter-changes.ts';
import type { LetterRow } from './letter-rows.ts';
import { letters } from './schema.ts';
import { dropQuotations } from './quotations.ts';

/** States of letters that nobody is acting on. A state of a later release may be anything. */
const AT_REST: readonly LetterState[] = ['seen', 'planned', ...FINAL_STATES];

/** States that promise that somebody will act, which nobody can without the content. */
const PENDING: readonly LetterState[] = ['seen', 'planned', 'escalated', 'parked'];

const NO_BYTES = new Uint8Array();

/** Empties letters, with everything elsewhere that quotes them. See `Ledger.strip`. */
export async function stripLetters(session: Session, requests: readonly StripRequest[], now: Date): Promise<boolean[]> {
  const changes = await lockLetters(session, requests.map((request) => request.id), now);
  const mayStrip = (head: LetterHead | undefined): head is LetterHead => head !== undefined && AT_REST.includes(head.state);
  const due = requests.filter(({ id, forgottenFor }) => {
    const head = changes.head(id);
    return mayStrip(head) && (head.strippedAt === null || (forgottenFor !== undefined && head.forgottenFor === null));
  });
  const ids = [...new Set(due.map((request) => request.id))];
  if (ids.length > 0) {
    const seals = await sealsOf(session, ids);
    const emptied = await emptiedColumns(session, ids);
    await dropQuotations(session, ids);
    for (const { id, event, forgottenFor } of new Map(due.map((request) => [request.id, request])).values()) {
      const head = changes.head(id);
      if (head !== undefined) changes.change(head, patchOf(head, forgottenFor, now), { ...event, detail: { ...event.detail, ...seals.get(id) } });
    }
    await changes.save((id) => emptied.get(id) ?? {});
    await eraseDetails(session, ids);
  }
  return requests.map(({ id }) => mayStrip(changes.head(id)));
}

function patchOf(head: LetterHead, forgottenFor: string | undefined, now: Date): HeadPatch {
  const forgotten = forgottenFor ?? head.forgottenFor;
  return {
    why: forgotten === null ? 'its content was removed when its time was over' : 'its content was removed on behalf of the person it was about',
    strippedAt: head.strippedAt ?? now,
    forgottenFor: forgotten,
    ...(PENDING.includes(head.state) ? { state: 'superseded', outcomeAt: now } : {}),
    ...{ hold: null, dueAt: null, leaseOwner: null, leaseUntil: null },
  };
}

/** The columns that hold content, as they are afterwards: what is no quotation of a diagnosis and a plan stays. */
async function emptiedColumns(session: Session, ids: readonly LetterId[]): Promise<Map<LetterId, Partial<LetterRow>>> {
  const { id, diagnosis, plan } = letters;
  const rows = await session.select({ id, diagnosis, plan }).from(letters).where(isAmong(id, ids));
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...{ messageId: '', body: NO_BYTES, headers: {}, reason: '', stack: [], planBody: null, idempotencyKey: null },
        diagnosis: row.diagnosis && emptiedDiagnosis(row.diagnosis),
        plan: row.plan && { verdict: row.plan.verdict, operations: [], attempts: row.plan.attempts, proofs: [] },
      },
    ]),
  );
}

function emptiedDiagnosis({ cause, rule, confidence, malicious }: Diagnosis): Diagnosis {
  return { cause, rule, why: '', evidence: [], confidence, ...(malicious === undefined ? {} : { malicious }) };
}
