import { desc, sql } from 'drizzle-orm';
import type { Signature } from '../core/signature.ts';
import { insertRows } from './bulk-rows.ts';
import type { Consultation, OpenGroup, OpenKindsRequest } from './contract.ts';
import { isAmong, rowsOf, type Session } from './database.ts';
import { present } from './letter-rows.ts';
import { consultations, groups, letters, remedies } from './schema.ts';
import { unescapeText } from './stored-text.ts';

/** See `Ledger.noteConsultations`. */
export async function noteConsultations(session: Session, noted: readonly Consultation[]): Promise<void> {
  const rows = noted
    .map((consultation) => ({
      signature: consultation.signature, queue: consultation.queue, name: consultation.name, model: consultation.model, modelVersion: consultation.modelVersion ?? null,
      promptVersion: consultation.promptVersion, askedAt: consultation.askedAt, outcome: consultation.outcome, verdict: consultation.verdict ?? null,
      explanation: consultation.explanation ?? null, language: consultation.language ?? null, programs: consultation.programs ?? null,
      proved: consultation.proved ?? null, tried: consultation.tried ?? null, why: consultation.why ?? null, askAgainAt: consultation.askAgainAt ?? null,
    }))
    .toSorted((left, right) => (left.signature < right.signature ? -1 : 1));
  await insertRows(session, consultations, rows, sql`on conflict (signature) do update set (model, model_version, prompt_version, asked_at, outcome, verdict, explanation, language, programs, proved, tried, why, ask_again_at)
    = (excluded.model, excluded.model_version, excluded.prompt_version, excluded.asked_at, excluded.outcome, excluded.verdict, excluded.explanation, excluded.language, excluded.programs, excluded.proved, excluded.tried, excluded.why, excluded.ask_again_at)`);
}

/** See `Ledger.consultations`. */
export async function readConsultations(session: Session, signatures?: readonly Signature[]): Promise<Consultation[]> {
  const rows = await session
    .select()
    .from(consultations)
    .where(signatures === undefined ? undefined : isAmong(consultations.signature, signatures))
    .orderBy(desc(consultations.askedAt), consultations.signature);
  return rows.map((row) => present(row) as Consultation);
}

/** See `Ledger.openKinds`. */
export async function openKinds(session: Session, queue: string, { limit, model, promptVersion, now }: OpenKindsRequest): Promise<OpenGroup[]> {
  const at = now.toISOString();
  const rows = await rowsOf<{ readonly signature: string; readonly queue: string; readonly name: string; readonly waiting: string | number }>(session, sql`
    select kind.signature, kind.queue, kind.name, count(*) as waiting
    from ${groups} as kind
    join ${letters} as letter on letter.signature = kind.signature and letter.state = 'escalated' and letter.stripped_at is null
    where kind.queue = ${groups.queue.mapToDriverValue(queue)} and kind.cause in ('malformed', 'unknown')
      and not exists (select from ${remedies} as remedy where remedy.signature = kind.signature and (remedy.origin <> 'model'
        or exists (select from ${consultations} as said where said.signature = kind.signature and said.outcome = 'answered')))
      and not exists (select from ${consultations} as said where said.signature = kind.signature and said.model = ${consultations.model.mapToDriverValue(model)}
        and said.prompt_version = ${promptVersion} and (said.outcome = 'answered' or said.ask_again_at > ${at}::timestamptz))
    group by kind.signature, kind.queue, kind.name
    order by waiting desc, kind.signature
    limit ${limit}`);
  return rows.map(({ waiting, ...kind }) => ({ signature: unescapeText(kind.signature), queue: unescapeText(kind.queue), name: unescapeText(kind.name), letters: Number(waiting) }));
}
