import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, pgSchema, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { LetterId } from '../core/dead-letter.ts';
import type { Diagnosis } from '../core/diagnosis.ts';
import type { Json } from '../core/json.ts';
import type { ModelVerdict, ProposedProgram, ReaderLanguage } from '../core/model-answer.ts';
import type { Operation } from '../core/operation.ts';
import type { HoldReason, Intent, LetterState } from '../core/outcome.ts';
import type { Plan } from '../core/plan.ts';
import type { RemedyDecision, RemedyOrigin, RemedyState } from '../core/remedy.ts';
import type { ModelCallSettlement } from '../model/contract.ts';
import type { AuditEventType } from './audit-event.ts';
import type { Consultation } from './consultation.ts';
import { bytes, foreignText, foreignTime, instant, jsonText } from './columns.ts';

/** Named in every statement, because `search_path` belongs to the database that mendq may share. */
export const mendqSchema = pgSchema('mendq');

/** One row a letter. Long foreign texts are looked up by their hash: an index entry holds at most 2.7 KB. */
export const letters = mendqSchema.table(
  'letters',
  {
    id: foreignText('id').$type<LetterId>().primaryKey(),
    queue: foreignText('queue').notNull(),
    messageId: foreignText('message_id').notNull(),
    messageHash: text('message_hash').notNull(),
    epoch: foreignText('epoch').notNull(),
    broker: foreignText('broker').notNull(),
    name: foreignText('name').notNull(),
    body: bytes('body').notNull(),
    oversize: doublePrecision('oversize'),
    headers: jsonText<Record<string, Json>>('headers').notNull(),
    reason: foreignText('reason').notNull(),
    stack: jsonText<readonly string[]>('stack').notNull(),
    failedAt: foreignTime('failed_at').notNull(),
    attempts: doublePrecision('attempts').notNull(),
    enqueuedAt: foreignTime('enqueued_at').notNull(),
    recordedAt: instant('recorded_at').notNull(),
    round: integer('round').notNull(),
    state: text('state').$type<LetterState>().notNull(),
    why: foreignText('why').notNull(),
    hold: text('hold').$type<HoldReason>(),
    dueAt: instant('due_at'),
    replayId: foreignText('replay_id'),
    replayedAt: instant('replayed_at'),
    outcomeAt: instant('outcome_at'),
    leaseOwner: foreignText('lease_owner'),
    leaseUntil: instant('lease_until'),
    decidedAt: instant('decided_at'),
    signature: foreignText('signature'),
    failureSignature: foreignText('failure_signature'),
    /** Groups that decisions before the present one put the letter into. */
    earlierSignatures: jsonText<readonly string[]>('earlier_signatures').notNull(),
    diagnosis: jsonText<Diagnosis>('diagnosis'),
    plan: jsonText<Omit<Plan, 'body'>>('plan'),
    planBody: bytes('plan_body'),
    idempotencyKey: foreignText('idempotency_key'),
    /** Hash of queue, name and idempotency key. */
    keyHash: text('key_hash'),
    revision: foreignText('revision'),
    /** What the letter's intent is about, valid while `intentSequence` is the letter's last event: a release that does not know the column leaves it behind. */
    intent: text('intent').$type<Intent>(),
    intentSequence: integer('intent_sequence'),
    /** When the content was emptied. */
    strippedAt: instant('stripped_at'),
    /** Hash of the data subject for whom the content was emptied; absent where retention did it. */
    forgottenFor: text('forgotten_for'),
    /** Head of the letter's chain of audit events. */
    eventSequence: integer('event_sequence').notNull(),
    eventHash: text('event_hash').notNull(),
  },
  (table) => [
    index('letters_message').on(table.messageHash),
    index('letters_death').on(table.failedAt, table.id),
    index('letters_key').on(table.keyHash),
    index('letters_group').on(table.signature, table.state),
    index('letters_planned').on(table.queue, table.dueAt.nullsFirst(), table.id).where(sql`state = 'planned'`),
    index('letters_claimed').on(table.queue, table.leaseUntil).where(sql`state in ('claimed', 'intent')`),
    index('letters_replayed').on(table.queue, table.replayedAt, table.id).where(sql`state = 'replayed'`),
    uniqueIndex('letters_key_in_flight').on(table.keyHash).where(sql`state in ('claimed', 'intent', 'replayed')`),
    index('letters_finished')
      .on(table.outcomeAt, table.id)
      .where(sql`stripped_at is null and state in ('healed', 'presumed', 'returned', 'settled', 'discarded', 'superseded')`),
  ],
);

/** One row a kind of failure, with counters that every change of a letter keeps right. */
export const groups = mendqSchema.table('groups', {
  signature: foreignText('signature').primaryKey(),
  queue: foreignText('queue').notNull(),
  name: foreignText('name').notNull(),
  cause: text('cause').$type<Diagnosis['cause']>().notNull(),
  rule: foreignText('rule').notNull(),
  why: foreignText('why').notNull(),
  firstSeenAt: instant('first_seen_at').notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  letters: integer('letters').notNull(),
  inFlight: integer('in_flight').notNull(),
  healed: integer('healed').notNull(),
  returned: integer('returned').notNull(),
  /** Outcomes of the present run of replays; see `GroupRecord.recent`. */
  recentHealed: integer('recent_healed').notNull(),
  recentReturned: integer('recent_returned').notNull(),
  healedInARow: integer('healed_in_a_row').notNull(),
  lastOutcomeAt: instant('last_outcome_at'),
  breakerOpenedAt: instant('breaker_opened_at'),
  breakerUntil: instant('breaker_until'),
  breakerOpenings: integer('breaker_openings').notNull(),
  breakerWhy: foreignText('breaker_why'),
});

/** Programs of repair, one a kind of failure. */
export const remedies = mendqSchema.table('remedies', {
  signature: foreignText('signature').primaryKey(),
  operations: jsonText<readonly Operation[]>('operations').notNull(),
  origin: text('origin').$type<RemedyOrigin>().notNull(),
  state: text('state').$type<RemedyState>().notNull(),
  proposedAt: instant('proposed_at').notNull(),
  movedAt: instant('moved_at').notNull(),
  verdict: text('verdict').$type<'repair' | 'discard'>(),
  model: foreignText('model'),
  promptVersion: text('prompt_version'),
  proved: integer('proved'),
  tried: integer('tried'),
  /** Written from shapes: it holds no value of a letter, so that erasing one leaves it as it is. */
  explanation: foreignText('explanation'),
  pinned: boolean('pinned'),
  decidedBy: foreignText('decided_by'),
  decidedAt: instant('decided_at'),
});

/** What a model answered about a kind of failure, or why it did not. Written from shapes, like the question. */
export const consultations = mendqSchema.table('consultations', {
  signature: foreignText('signature').primaryKey(),
  queue: foreignText('queue').notNull(),
  name: foreignText('name').notNull(),
  model: foreignText('model').notNull(),
  modelVersion: foreignText('model_version'),
  promptVersion: text('prompt_version').notNull(),
  askedAt: instant('asked_at').notNull(),
  outcome: text('outcome').$type<Consultation['outcome']>().notNull(),
  verdict: text('verdict').$type<ModelVerdict>(),
  explanation: foreignText('explanation'),
  language: text('language').$type<ReaderLanguage>(),
  programs: jsonText<readonly ProposedProgram[]>('programs'),
  proved: integer('proved'),
  tried: integer('tried'),
  why: foreignText('why'),
  askAgainAt: instant('ask_again_at'),
});

/** Calls of a model. An open one counts with the most that it can cost. */
export const modelCalls = mendqSchema.table(
  'model_calls',
  {
    id: text('id').primaryKey(),
    /** The day of UTC on which it counts. */
    day: text('day').notNull(),
    at: instant('at').notNull(),
    signature: foreignText('signature').notNull(),
    queue: foreignText('queue').notNull(),
    model: foreignText('model').notNull(),
    promptVersion: text('prompt_version').notNull(),
    /** Absent while it is open. */
    outcome: text('outcome').$type<ModelCallSettlement['outcome']>(),
    modelVersion: foreignText('model_version'),
    /** What counts: reserved while it is open, used afterwards. */
    tokens: doublePrecision('tokens').notNull(),
    money: doublePrecision('money'),
    inputTokens: doublePrecision('input_tokens').notNull(),
    cachedInputTokens: doublePrecision('cached_input_tokens').notNull(),
    outputTokens: doublePrecision('output_tokens').notNull(),
    milliseconds: doublePrecision('milliseconds'),
    blockedUntil: instant('blocked_until'),
  },
  (table) => [index('model_calls_day').on(table.day), index('model_calls_blocked').on(table.model, table.blockedUntil).where(sql`blocked_until is not null`)],
);

/** What people decided about remedies. Append-only. */
export const approvals = mendqSchema.table(
  'approvals',
  {
    signature: foreignText('signature').notNull(),
    sequence: integer('sequence').notNull(),
    decision: text('decision').$type<RemedyDecision>().notNull(),
    actor: foreignText('actor').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.signature, table.sequence] })],
);

/** Append-only. No foreign key: a chain must outlive whatever happens to its letter, so that `verify` can tell. */
export const events = mendqSchema.table(
  'events',
  {
    letter: foreignText('letter').$type<LetterId>().notNull(),
    sequence: integer('sequence').notNull(),
    at: instant('at').notNull(),
    type: text('type').$type<AuditEventType>().notNull(),
    actor: foreignText('actor').notNull(),
    /** The detail exactly as it was hashed, or `ERASED_DETAIL`. */
    detailText: text('detail').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
    /** SHA-256 of the detail, kept when the detail is erased; absent where an earlier release wrote the event. */
    detailHash: text('detail_hash'),
  },
  (table) => [primaryKey({ columns: [table.letter, table.sequence] })],
);

/** Where discarded letters were archived. */
export const archive = mendqSchema.table('archive', {
  id: foreignText('letter').$type<LetterId>().primaryKey(),
  location: foreignText('location').notNull(),
  bodyHash: text('body_hash').notNull(),
  archivedAt: instant('archived_at').notNull(),
});

/** Sources whose letters are refused, by the hash of kind and value. */
export const blocklist = mendqSchema.table('blocklist', {
  sourceHash: text('source_hash').primaryKey(),
  kind: foreignText('kind').notNull(),
  value: foreignText('value').notNull(),
  reason: foreignText('reason').notNull(),
  letter: foreignText('letter').$type<LetterId>().notNull(),
  blockedAt: instant('blocked_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
});
