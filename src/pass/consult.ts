import { PROMPT_VERSION } from '../diagnose/diagnose.ts';
import { inspect } from '../inspect/inspect.ts';
import type { Consultation, OpenGroup } from '../ledger/contract.ts';
import { adviseOn, type Advice, type AdviceSource, type OpenKind } from './advise.ts';
import type { PassContext } from './pass-context.ts';
import { parkGroup, setGroupBack } from './set-back.ts';

/** Most kinds of failure of one queue that one pass asks about. */
const KINDS = 50;

/** Letters of a kind that are read: the samples of the question, and those that prove the answer. */
const LETTERS = 25;

/** A model that could not answer is asked about the same kind again after this long, in milliseconds, where it names no time itself. */
const ASK_AGAIN = 60 * 60_000;

/**
 * Asks the model about each kind of failure that passes have left open, once, and keeps what it says. Where a proposal is
 * proved and in force its letters are set back, so that the next pass decides them. Whatever goes wrong leaves the letters
 * as they are. Returns the names of the queues that have letters to decide again.
 */
export async function consult(context: PassContext, source: AdviceSource): Promise<ReadonlySet<string>> {
  const again = new Set<string>();
  for (const queue of context.queues) {
    const groups = await context.ledger.openKinds(queue.name, { limit: KINDS, model: source.adviser.id, promptVersion: PROMPT_VERSION, now: context.clock.now() });
    // Together, because a provider that is busy makes each wait; how many are in flight is the adviser's to bound.
    const ends = await Promise.allSettled(groups.map((group) => consultGroup(group, context, source)));
    if (ends.some((end) => end.status === 'fulfilled' && end.value > 0)) again.add(queue.name);
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }
  return again;
}

async function consultGroup(group: OpenGroup, context: PassContext, source: AdviceSource): Promise<number> {
  const { ledger, clock, signal } = context;
  if (signal.aborted) return 0;
  const kind = await openKind(group, context);
  const advice = kind === undefined ? undefined : await adviseOn(kind, source, signal);
  if (advice === undefined || (advice.reply.kind === 'failed' && signal.aborted)) return 0;
  const now = clock.now();
  if (advice.remedy !== undefined) await ledger.proposeRemedies([advice.remedy], now);
  const set = await carryOut(group, advice, context);
  // Last, so that what a crash leaves undone is asked about again and done then.
  await ledger.noteConsultations([consultationOf(group, advice, source, now)]);
  context.emit('kind-explained', { signature: group.signature, queue: group.queue, ...told(advice) });
  return set;
}

/** Sets letters back that can be repaired now, and parks those that the model calls hopeless until a person approves it. */
async function carryOut({ signature }: OpenGroup, { remedy }: Advice, { ledger, clock }: PassContext): Promise<number> {
  const now = clock.now();
  if (remedy?.state === 'canary') return setGroupBack(ledger, signature, { from: ['escalated'], actor: 'mendq', why: 'a repair for its kind was proved', now });
  if (remedy?.verdict === 'discard') await parkGroup(ledger, signature, 'the model calls letters of this kind hopeless; approve or reject it with mendq remedies', now);
  return 0;
}

/** The letters of a group as they are decided now; `undefined` where none is of this kind any more. */
async function openKind({ signature, queue, name }: OpenGroup, { ledger, jobTypeOf, redactorFor }: PassContext): Promise<OpenKind | undefined> {
  const records = await ledger.list({ signature, states: ['escalated'], limit: LETTERS });
  const decided = records.flatMap(({ letter, round, decision }) => (decision === undefined ? [] : [{ letter, round, diagnosis: decision.diagnosis }]));
  const inspected = await inspect(decided.map(({ letter, round }) => ({ raw: letter, round, jobType: jobTypeOf(letter.queue, letter.name), redactorFor })));
  const requests = inspected.flatMap((letter, index) => {
    const diagnosis = decided[index]?.diagnosis;
    return diagnosis === undefined || letter.signatures.shape !== signature ? [] : [{ letter, diagnosis }];
  });
  return requests.length === 0 ? undefined : { signature, queue, name, requests };
}

function consultationOf({ signature, queue, name }: OpenGroup, { reply, promptVersion, remedy, why }: Advice, { adviser, language }: AdviceSource, now: Date): Consultation {
  const base = { signature, queue, name, model: adviser.id, promptVersion, askedAt: now };
  if (reply.kind === 'failed') {
    const wait = reply.until ?? new Date(now.getTime() + (reply.retryAfterMilliseconds ?? ASK_AGAIN));
    return { ...base, outcome: reply.reason, why: reply.why, askAgainAt: wait };
  }
  const { answer, usage } = reply;
  return {
    ...base,
    outcome: 'answered',
    ...(usage.modelVersion === undefined ? {} : { modelVersion: usage.modelVersion }),
    verdict: answer.verdict,
    explanation: answer.explanation,
    language,
    programs: answer.programs,
    ...(remedy?.proved === undefined || remedy.tried === undefined ? {} : { proved: remedy.proved, tried: remedy.tried }),
    ...(why === undefined ? {} : { why }),
  };
}

function told({ reply, remedy, why }: Advice): { readonly explanation?: string; readonly why?: string; readonly remedy?: 'in-force' | 'proposed' } {
  if (reply.kind === 'failed') return { why: reply.why };
  return { explanation: reply.answer.explanation, ...(why === undefined ? {} : { why }), ...(remedy === undefined ? {} : { remedy: remedy.state === 'canary' ? 'in-force' : 'proposed' }) };
}
