import { MendqError } from '../core/errors.ts';
import type { InspectedLetter } from '../core/inspected-letter.ts';
import { parseJson, type Json, type JsonObject } from '../core/json.ts';
import type { LetterRecord } from '../ledger/contract.ts';
import { failureOf, type House, type QueueFailure } from '../house.ts';
import { inspect } from '../inspect/inspect.ts';
import type { PassContext } from '../pass/pass-context.ts';
import type { OrderedLetter } from '../pass/store-orders.ts';
import { workKeyOf } from '../pass/work-key.ts';
import { proveEdit, type EditResult, type PayloadEdit } from '../repair/repair.ts';
import { actedLetters, toReport, type ActionReport, type Touched } from './action-report.ts';
import { carryOut } from './carry-out.ts';
import { findTarget, type Target } from './find-target.ts';
import { followLetters } from './follow-letters.ts';
import type { KnownRecord } from './know-letters.ts';
import { whyClosed } from './may-order.ts';
import { redactedDifference, type RedactedDifference } from './redacted-patch.ts';
import { DEFAULT_TIMEOUT, replayResult, type ReplayOptions } from './replay.ts';

/** How a person requeues: with another payload, as a value or as JSON text, or with changes of the one that it has. */
export type RequeueOptions = ReplayOptions &
  PayloadEdit & {
    /** Protected values (ids, amounts, recipients) are changed on purpose. @defaultValue false */
    readonly changeProtected?: boolean;
    /** Only prove and show the difference. @defaultValue false */
    readonly dryRun?: boolean;
  };

/** The edit with its proofs and its difference (redacted), or the first proof that failed. */
export type ProvedEdit =
  | ({ readonly kind: 'proved'; readonly proofs: readonly string[]; readonly changedProtected?: string } & RedactedDifference)
  | { readonly kind: 'refused'; readonly proof: string; readonly why: string; readonly hint: string };

/** What became of a requeue. */
export interface RequeueReport extends ActionReport {
  readonly edit: ProvedEdit;
}

type Proved = Extract<EditResult, { readonly kind: 'proved' }> & { readonly key?: string };
type Refused = Extract<EditResult, { readonly kind: 'refused' }>;

/**
 * Puts a letter back on its queue with a payload that a person has edited, proved like any repair of mendq's own. Runs
 * once. Rejects with `MENDQ_E_NOT_FOUND`, and with `MENDQ_E_USAGE` for a group: an edit is proved for one letter.
 */
export async function requeue(house: House, name: string, options: RequeueOptions): Promise<RequeueReport> {
  const target = await findTarget(house, name);
  if (target.kind === 'group') throw new MendqError('MENDQ_E_USAGE', 'an edited payload belongs to one letter, not to a group', { hint: 'Name a letter; mendq inspect gives an example of each group.' });
  const context = await house.passContext(options.signal ?? new AbortController().signal, [target.record.letter.queue]);
  const closed = whyClosed(target.record);
  if (closed !== undefined) {
    const hint = 'mendq show tells what happened to it.';
    return refusedReport(target, { kind: 'refused', proof: 'letter-waits', why: closed, hint }, context);
  }
  const result = await proved(target.record, options, context);
  if (result.kind === 'refused') return refusedReport(target, discreet(result, target.record, context), context);
  const edit = toProvedEdit(result, target.record, context);
  if (options.dryRun === true) return { ...toReport([], { failures: context.failures, interrupted: false }), edit };
  return { ...(await send(target, result, edit, options, context)), edit };
}

async function send(
  target: Target & { readonly kind: 'letter' },
  result: Proved,
  edit: Extract<ProvedEdit, { readonly kind: 'proved' }>,
  options: RequeueOptions,
  context: PassContext & { readonly failures: readonly QueueFailure[] },
): Promise<ActionReport> {
  const failures = [...context.failures];
  const touched = await carryOut([target], (record) => orderFor(record, result, edit, options.actor), context, failures);
  const going = touched.filter(({ refused }) => refused === undefined).map(({ record }) => record.id);
  if (options.wait === true) await followLetters(going, context, options.timeout ?? DEFAULT_TIMEOUT, failures);
  return toReport(await actedLetters(touched, context, replayResult), { failures, interrupted: context.signal.aborted });
}

function orderFor(record: KnownRecord, { body, proofs, key, changedProtected }: Proved, { patch }: RedactedDifference, actor: string): OrderedLetter {
  const { idempotencyKey: _, ...known } = record.decision;
  const plan = { verdict: 'repair', operations: [], body, attempts: 'single', proofs, order: { by: actor, scope: 'letter' } } as const;
  const detail: JsonObject = { patch: patch as unknown as Json, changedProtected: changedProtected ?? null };
  return { record, why: `${actor} edited its payload`, detail, decision: { ...known, plan, ...(key === undefined ? {} : { idempotencyKey: key }) } };
}

async function proved(record: LetterRecord, options: RequeueOptions, context: PassContext): Promise<Proved | Refused> {
  const { letter, round } = record;
  const jobType = context.jobTypeOf(letter.queue, letter.name);
  const [inspected] = await inspect([{ raw: letter, round, jobType }]);
  const queue = context.queues.find(({ name }) => name === letter.queue);
  if (inspected === undefined || queue === undefined) throw failureOf(letter.queue, new Error('the queue is not open')).error;
  const result = await proveEdit({
    letter: inspected,
    edit: options,
    changeProtected: options.changeProtected === true,
    payloadBytes: context.policy.payloadBytes,
    unstorable: (body) => queue.unstorable?.(body),
  });
  return result.kind === 'refused' ? result : withKey(result, inspected, options.changeProtected === true);
}

/** Names the work of the edited payload. Another name means other work, which is changed as little by mistake as an id. */
function withKey(result: Extract<EditResult, { readonly kind: 'proved' }>, { letter, jobType }: InspectedLetter, changeProtected: boolean): Proved | Refused {
  const named = workKeyOf(jobType, letter, result.payload);
  if (named.kind === 'problem') return { kind: 'refused', payload: result.payload, proof: 'idempotency-key', why: named.why, hint: 'Correct the payload, or let idempotencyKey answer undefined where it can not name the work.' };
  const before = workKeyOf(jobType, letter, letter.payload);
  const other = before.kind === 'named' && before.key !== undefined && before.key !== named.key;
  if (other && !changeProtected) {
    return { kind: 'refused', proof: 'idempotency-key', why: 'its idempotency key would be another one: it would be other work', hint: 'Leave what names the work as it is, or say that you mean to change it: --change-protected.' };
  }
  return { ...result, proofs: [...result.proofs, 'idempotency-key'], ...(named.key === undefined ? {} : { key: named.key }) };
}

function toProvedEdit({ proofs, payload, changedProtected }: Proved, { letter }: LetterRecord, context: PassContext): Extract<ProvedEdit, { readonly kind: 'proved' }> {
  const redactor = context.redactorFor(letter, payload);
  const difference = redactedDifference(parseJson(letter.body), payload, redactor);
  return { kind: 'proved', proofs, ...(changedProtected === undefined ? {} : { changedProtected: redactor.text(changedProtected) }), ...difference };
}

/** What a validator or hook threw may quote the payload, the edited one too. */
function discreet({ payload, ...refusal }: Refused, { letter }: LetterRecord, { redactorFor }: PassContext): Refused {
  return { ...refusal, why: redactorFor(letter, payload).text(refusal.why) };
}

async function refusedReport({ record, fresh }: Target & { readonly kind: 'letter' }, edit: Refused, context: PassContext): Promise<RequeueReport> {
  const touched: Touched = { record, was: fresh ? 'new' : record.state, refused: edit.why };
  return { ...toReport(await actedLetters([touched], context, replayResult), { failures: [], interrupted: false }), edit };
}
