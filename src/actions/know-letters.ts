import type { LetterId } from '../core/dead-letter.ts';
import type { LetterRecord, RecordedDecision } from '../ledger/contract.ts';
import type { PassContext } from '../pass/pass-context.ts';
import { decide } from '../pipeline.ts';

/** A letter that mendq has looked at, so that a person's order has a kind and a cause to go with. */
export type KnownRecord = LetterRecord & { readonly decision: RecordedDecision };

/** Decides those of the letters that are not decided yet, as a pass would, without storing it. Letters that can't be decided are left out. */
export async function knowLetters(records: readonly LetterRecord[], context: PassContext): Promise<readonly KnownRecord[]> {
  const open = records.filter(({ decision }) => decision === undefined);
  const decisions = open.length === 0 ? [] : await decide(open.map(({ letter: raw, round }) => ({ raw, round })), context);
  const found = new Map(
    decisions.map(({ inspected: { letter, signatures, jobType }, diagnosis, plan, idempotencyKey, why }): [LetterId, { decision: RecordedDecision; why: string }] => [
      letter.id,
      { decision: { signatures, diagnosis, plan, revision: jobType.revision, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }, why },
    ]),
  );
  return records.flatMap((record): KnownRecord[] => {
    if (record.decision !== undefined) return [{ ...record, decision: record.decision }];
    const fresh = found.get(record.id);
    return fresh === undefined ? [] : [{ ...record, ...fresh }];
  });
}
