import { MendqError } from '../core/errors.ts';
import type { Operation } from '../core/operation.ts';
import type { Remedy, RemedyDecision } from '../core/remedy.ts';
import type { Signature } from '../core/signature.ts';
import type { House } from '../house.ts';
import type { Consultation } from '../ledger/contract.ts';
import { setGroupBack } from '../pass/set-back.ts';

/** What is known of one kind of failure that a model was asked about, or that has a remedy. */
export interface RemedyReport {
  readonly signature: Signature;
  readonly queue?: string;
  readonly name?: string;
  /** The cause, as the model explains it. */
  readonly explanation?: string;
  /** What the model concludes; absent where it did not answer. */
  readonly verdict?: Consultation['verdict'];
  readonly model?: string;
  readonly modelVersion?: string;
  readonly askedAt?: Date;
  /** Why there is no remedy, or no answer. */
  readonly why?: string;
  /** Absent where nothing came of it. */
  readonly remedy?: {
    readonly state: Remedy['state'];
    readonly origin: Remedy['origin'];
    /** `discard` for a kind that the model calls hopeless. */
    readonly does: 'repair' | 'discard';
    readonly operations: readonly Operation[];
    readonly proved?: number;
    readonly tried?: number;
    readonly pinned: boolean;
    readonly decidedBy?: string;
  };
}

/** What models have said, the newest first, then remedies that no model made. */
export async function remedies(house: House): Promise<readonly RemedyReport[]> {
  const { ledger } = await house.ledger();
  const [said, kept] = [await ledger.consultations(), await ledger.remedies()];
  const bySignature = new Map(kept.map((remedy) => [remedy.signature, remedy] as const));
  const asked = new Set(said.map(({ signature }) => signature));
  return [...said.map((consultation) => toReport(consultation, bySignature.get(consultation.signature))), ...kept.filter(({ signature }) => !asked.has(signature)).map((remedy) => ({ signature: remedy.signature, ...remedyPart(remedy) }))];
}

function toReport({ signature, queue, name, explanation, verdict, model, modelVersion, askedAt, why }: Consultation, remedy: Remedy | undefined): RemedyReport {
  const optional = { explanation, verdict, modelVersion, why };
  const told = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as Partial<typeof optional>;
  return { signature, queue, name, model, askedAt, ...(told as Pick<RemedyReport, 'explanation'>), ...remedyPart(remedy) };
}

function remedyPart(remedy: Remedy | undefined): Pick<RemedyReport, 'remedy'> {
  if (remedy === undefined) return {};
  const { state, origin, verdict = 'repair', operations, proved, tried, pinned = false, decidedBy } = remedy;
  return { remedy: { state, origin, does: verdict, operations, pinned, ...(proved === undefined ? {} : { proved }), ...(tried === undefined ? {} : { tried }), ...(decidedBy === undefined ? {} : { decidedBy }) } };
}

/** Writes a person's decision down and sets the letters of its kind back. See `Mendq.decideRemedy`. */
export async function decideRemedy(house: House, signature: Signature, decision: RemedyDecision, actor: string): Promise<number | undefined> {
  const { ledger } = await house.ledger();
  const now = house.clock.now();
  const done = await ledger.decideRemedy(signature, decision, actor, now);
  if (done === 'not-found') throw new MendqError('MENDQ_E_NOT_FOUND', `there is no remedy for ${signature}`, { hint: 'mendq remedies lists them, with their signatures.' });
  // Also where it was approved before: whoever did so may have been stopped before the letters were set back.
  const set = decision === 'approve' ? await setGroupBack(ledger, signature, { from: ['escalated', 'parked'], actor, why: 'its remedy was approved', now }) : 0;
  return done === 'nothing-to-do' && set === 0 ? undefined : set;
}
