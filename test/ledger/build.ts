import { letterIdOf, type RawLetter } from '../../src/core/dead-letter.ts';
import type { LetterState } from '../../src/core/outcome.ts';
import type { AuditEventDraft, AuditEventType } from '../../src/ledger/audit-event.ts';
import type { DecisionEntry, Lease, Ledger, LetterRecord, RecordedDecision, Transition } from '../../src/ledger/contract.ts';

export const QUEUE = 'invoices';

/** So many seconds after the beginning of 2026. */
export function at(seconds: number): Date {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
}

/** A letter of the queue `invoices`; its death is told apart by `epoch`. */
export function raw(messageId: string, part: Partial<RawLetter> = {}): RawLetter {
  return {
    queue: QUEUE,
    messageId,
    epoch: '1',
    broker: 'bullmq',
    name: 'parse-invoice',
    body: new TextEncoder().encode(JSON.stringify({ invoiceId: messageId })),
    headers: { opts: { attempts: 5 } },
    failure: { reason: 'Expected boolean', stack: ['Error: Expected boolean\n    at parse (/app/parse.js:1:1)'], at: at(0) },
    attempts: 5,
    enqueuedAt: at(-3600),
    ...part,
  };
}

/** The same message, dead again `round` times later. */
export function deadAgain(letter: RawLetter, round: number): RawLetter {
  return { ...letter, epoch: String(round + 1), failure: { ...letter.failure, at: at(round * 60) } };
}

export function event(type: AuditEventType = 'finished', detail: AuditEventDraft['detail'] = {}): AuditEventDraft {
  return { type, actor: 'mendq', detail };
}

/** What a decision of the tests may differ in. */
export interface DecisionPart {
  readonly group?: string;
  readonly key?: string;
  readonly plan?: Partial<RecordedDecision['plan']>;
  readonly diagnosis?: Partial<RecordedDecision['diagnosis']>;
  readonly revision?: string;
}

export function decision({ group = 's1:group', key, plan, diagnosis, revision = 'r1' }: DecisionPart = {}): RecordedDecision {
  return {
    signatures: { failure: 's1:failure', shape: group },
    diagnosis: { cause: 'malformed', rule: 'schema', why: 'The schema says so.', evidence: [{ source: 'schema', fact: 'A fact.' }], confidence: 'certain', ...diagnosis },
    plan: { verdict: 'repair', operations: [], attempts: 'single', proofs: ['valid'], ...plan },
    revision,
    ...(key === undefined ? {} : { idempotencyKey: key }),
  };
}

/** A decision to act on a letter at once. */
export function entry(id: string, part: DecisionPart & Partial<Omit<DecisionEntry, 'decision'>> = {}): DecisionEntry {
  const { group, key, plan, diagnosis, revision, ...rest } = part;
  const given = Object.fromEntries(Object.entries({ group, key, plan, diagnosis, revision }).filter(([, value]) => value !== undefined));
  return { id, decision: decision(given), state: 'planned', why: 'planned', event: event('decided'), ...rest };
}

export function lease(owner = 'ann', until = at(60)): Lease {
  return { owner, until };
}

export function move(id: string, from: readonly LetterState[], to: LetterState, part: Partial<Transition> = {}): Transition {
  return { id, from, to, event: event(), ...part };
}

/** Records letters and gives their ids. */
export async function recorded(ledger: Ledger, letters: readonly RawLetter[], now = at(0)): Promise<string[]> {
  await ledger.record(letters, now);
  return letters.map(letterIdOf);
}

/** Records and plans letters, all due at once. */
export async function planned(ledger: Ledger, letters: readonly RawLetter[], part: Parameters<typeof entry>[1] = {}): Promise<string[]> {
  const ids = await recorded(ledger, letters);
  await ledger.decide(ids.map((id) => entry(id, { dueAt: at(0), ...part })), at(0));
  return ids;
}

/** Records, plans, takes and claims letters as `ann`. */
export async function claimed(ledger: Ledger, letters: readonly RawLetter[], part: Parameters<typeof entry>[1] = {}): Promise<string[]> {
  const ids = await planned(ledger, letters, part);
  await ledger.take({ queue: QUEUE, now: at(1), limit: 1000, lease: lease() });
  await ledger.claim(ids.map((id) => ({ id, allowance: Infinity, event: event('claimed') })), QUEUE, lease(), at(1));
  return ids;
}

/** Brings a new letter into a state, by the way that leads there. */
export async function inState(ledger: Ledger, letter: RawLetter, state: LetterState, part: DecisionPart = {}): Promise<string> {
  if (state === 'seen') return one(await recorded(ledger, [letter]));
  if (state === 'planned' || state === 'escalated' || state === 'parked') return one(await planned(ledger, [letter], { ...part, state }));
  const id = one(await claimed(ledger, [letter], part));
  if (state !== 'claimed') await ledger.transition([move(id, ['claimed'], state)], at(2));
  return id;
}

/** The record of one letter. */
export async function recordOf(ledger: Ledger, id: string): Promise<LetterRecord> {
  return one(await ledger.list({ ids: [id] }));
}

/** The only element. */
export function one<Value>(values: readonly Value[]): Value {
  const [value] = values;
  if (value === undefined || values.length !== 1) throw new Error(`expected one value, got ${values.length}`);
  return value;
}
