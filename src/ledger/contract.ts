import type { LetterId, RawLetter } from '../core/dead-letter.ts';
import type { LetterSource } from '../core/job-type.ts';
import type { HoldReason, Intent, LetterState } from '../core/outcome.ts';
import type { Remedy, RemedyDecision, RemedyState } from '../core/remedy.ts';
import type { ModelLedger } from '../model/contract.ts';
import type { Signature } from '../core/signature.ts';
import type { AuditEvent, AuditEventDraft, ChainVerification } from './audit-event.ts';
import type { Consultation, ModelSpend, OpenGroup, OpenKindsRequest } from './consultation.ts';
import type { BreakerStop, GroupRecord } from './group-record.ts';
import type { Lease, LetterRecord, RecordedDecision } from './letter-record.ts';

export type { Consultation, ModelSpend, OpenGroup, OpenKindsRequest } from './consultation.ts';
export { GROUP_REST, type BreakerStop, type GroupRecord } from './group-record.ts';
export type { Lease, LetterRecord, RecordedDecision } from './letter-record.ts';

/** A decision to store. */
export interface DecisionEntry {
  readonly id: LetterId;
  readonly decision: RecordedDecision;
  /** `planned` where mendq will act, `escalated` or `parked` where a person has to. */
  readonly state: 'planned' | 'escalated' | 'parked';
  readonly hold?: HoldReason;
  readonly dueAt?: Date;
  readonly why: string;
  readonly event: AuditEventDraft;
}

/** One compare-and-set change of a letter's state. */
export interface Transition {
  readonly id: LetterId;
  readonly from: readonly LetterState[];
  readonly to: LetterState;
  /** Where given, the change happens only while this owner holds the lease, also after its end as long as nobody has taken over. */
  readonly owner?: string;
  /** The last reason; kept where absent. */
  readonly why?: string;
  /** Replaced where given, cleared by `null`, kept where absent. The lease is cleared by every final state. */
  readonly hold?: HoldReason | null;
  readonly dueAt?: Date | null;
  /** For a change to `intent`: what the broker is about to be told, so that recovery knows. */
  readonly intent?: Intent;
  readonly replayId?: string;
  /** @defaultValue now, for a change to `replayed` */
  readonly replayedAt?: Date;
  readonly outcomeAt?: Date;
  readonly lease?: Lease | null;
  readonly event: AuditEventDraft;
}

/** Asks for a claim: the right to replay one letter. */
export interface ClaimRequest {
  readonly id: LetterId;
  /** Most letters of this letter's group that may be in flight, this one included; `Infinity` for no limit. */
  readonly allowance: number;
  readonly event: AuditEventDraft;
}

/** `lost`: the letter changed or the lease is another's. */
export type ClaimResult = 'claimed' | 'key-in-flight' | 'over-allowance' | 'lost';

/** What `record` found. */
export interface RecordResult {
  readonly record: LetterRecord;
  /** True where this call stored the letter; false where it was there already. */
  readonly fresh: boolean;
}

/** A letter's state without its bodies. */
export interface KnownLetter {
  readonly id: LetterId;
  readonly state: LetterState;
  readonly revision?: string;
  /** True where its content was emptied: it is never decided or acted on again. */
  readonly stripped?: true;
}

/** How many letters stand where. */
export interface StateCount {
  readonly queue: string;
  readonly signature: Signature | undefined;
  readonly name: string;
  readonly state: LetterState;
  readonly hold: HoldReason | undefined;
  readonly letters: number;
}

/** Asks to empty one letter. */
export interface StripRequest {
  readonly id: LetterId;
  /** Of type `stripped` or `forgotten`. */
  readonly event: AuditEventDraft;
  /** Hash of the data subject for whom it is done, so that a repetition finds the letter again. */
  readonly forgottenFor?: string;
}

/** Where a letter was archived. */
export interface ArchiveReceipt {
  readonly id: LetterId;
  readonly location: string;
  /** SHA-256 of the body, lower-case hex. */
  readonly bodyHash: string;
  readonly archivedAt: Date;
}

/** A source whose letters are refused. */
export interface BlocklistEntry extends LetterSource {
  readonly reason: string;
  readonly letter: LetterId;
  readonly blockedAt: Date;
  readonly expiresAt: Date;
}

/** Which letters to list. All conditions hold at once; absent ones don't restrict. */
export interface LetterFilter {
  readonly queue?: string;
  readonly states?: readonly LetterState[];
  readonly signature?: Signature;
  readonly messageId?: string;
  readonly ids?: readonly LetterId[];
  /** Letters whose work has this key, stripped ones included. */
  readonly idempotencyKey?: string;
  /** Finished letters (any outcome but `escalated` and `parked`) that had their outcome before this time and still have their content. */
  readonly finishedBefore?: Date;
  /** Letters that died at this time or later. */
  readonly diedSince?: Date;
  /** Letters that were stripped for the data subject with this hash (`StripRequest.forgottenFor`). */
  readonly forgottenFor?: string;
  /** Most letters to return. @defaultValue 100 */
  readonly limit?: number;
  /** Only letters after this one in the order of the list. */
  readonly after?: LetterId;
}

/** Takes work from the ledger without taking what another process holds. */
export interface TakeRequest {
  readonly queue: string;
  /** Only letters among these; any where absent. */
  readonly ids?: readonly LetterId[];
  readonly now: Date;
  readonly limit: number;
  readonly lease: Lease;
}

/**
 * The durable record of letters, plans, claims, remedies and audit. Methods take batches and use set-based SQL.
 * Each changes letters and writes their audit events in one transaction, or does nothing. They reject with
 * `MENDQ_E_LEDGER_UNREACHABLE` where the database can't be reached; the call may be repeated.
 */
export interface Ledger extends ModelLedger {
  /** For people: path or URL, password masked. */
  readonly location: string;
  /** True where no other process can be using this ledger, so that leases of earlier owners are void. */
  readonly exclusive: boolean;

  /**
   * Stores letters with their original bytes in state `seen`, each once: a letter already there comes back as it is.
   * A new death of a message that the ledger knows gets the round of the one before, plus one where that one had been
   * replayed (`intent`, `replayed`, `healed`, `presumed`, `returned`); the one before becomes `returned` from
   * `replayed`, `healed` or `presumed`, `superseded` from `seen`, `planned`, `claimed`, `escalated` or `parked`, and
   * stays as it is from `intent` and all others.
   * Two messages that reuse an id differ in `enqueuedAt` and know nothing of each other.
   * Results stand at the index of their letter.
   */
  record(letters: readonly RawLetter[], now: Date): Promise<readonly RecordResult[]>;

  /** The states of the letters that are known among `ids`, in no particular order; unknown ones are absent. */
  known(ids: readonly LetterId[]): Promise<readonly KnownLetter[]>;

  /**
   * Stores decisions: from `seen`, `planned` without a valid lease, `escalated` and `parked` only; others are left alone.
   * Counts the letter into its group, which is created where it is new. Returns, by index, whether it was stored.
   */
  decide(entries: readonly DecisionEntry[], now: Date): Promise<readonly boolean[]>;

  /**
   * Leases planned letters that are due, oldest due time first, skipping those that another owner holds (SKIP LOCKED),
   * and stopping before their bodies exceed 32 MiB (one letter is always given).
   */
  take(request: TakeRequest): Promise<readonly LetterRecord[]>;

  /** Leases letters in `claimed` or `intent` whose lease has run out (all of other owners, where the ledger is exclusive). */
  takeAbandoned(request: TakeRequest): Promise<readonly LetterRecord[]>;

  /**
   * Turns planned letters that `lease.owner` holds into `claimed` ones under a new lease. Of letters with one
   * (queue, name, idempotency key) at most one is in flight; of a group at most `allowance`. Concurrent calls are
   * serialised per queue. Results stand at the index of their request.
   */
  claim(requests: readonly ClaimRequest[], queue: string, lease: Lease, now: Date): Promise<readonly ClaimResult[]>;

  /**
   * Applies each change, in their order, whose letter is in one of `from` (and held by `owner`, where given). One that
   * would bring a second letter of an idempotency key into flight does not apply. Returns, by index, whether it applied.
   */
  transition(changes: readonly Transition[], now: Date): Promise<readonly boolean[]>;

  /** Makes planned letters due at once, and no longer held, that are held for one of `reasons` and belong to one of the groups or keys of `finished`. Returns how many. */
  release(finished: readonly LetterId[], reasons: readonly HoldReason[], now: Date): Promise<number>;

  /** Makes planned letters of every group due at once, and no longer held, that are held for one of `reasons`. Returns how many. */
  wake(reasons: readonly HoldReason[], now: Date): Promise<number>;

  /** Replayed letters of a queue, oldest replay first, after `after` in that order. Without bodies. */
  inFlight(queue: string, limit: number, after?: { readonly replayedAt: Date; readonly id: LetterId }): Promise<readonly LetterRecord[]>;

  /** Those of `ids` whose (queue, name, idempotency key) another letter has too that ended as healed or presumed. */
  doneElsewhere(ids: readonly LetterId[]): Promise<readonly LetterId[]>;

  /** Letters that match, in the order in which they died, with bodies. */
  list(filter: LetterFilter): Promise<readonly LetterRecord[]>;

  /** How many letters stand where, for every queue or one. */
  counts(queue?: string): Promise<readonly StateCount[]>;

  /** When the next planned letter can be taken (is due and held by nobody), `undefined` where none waits. */
  nextDue(): Promise<Date | undefined>;

  /** Groups by signature; unknown ones are absent. Without `signatures`: all, most letters first. */
  groups(signatures?: readonly Signature[]): Promise<readonly GroupRecord[]>;

  /**
   * Opens a group's breaker. Without `until` the group's remedy is revoked and its planned letters are escalated (their
   * ids are returned), and a second call does nothing more. With `until` the letters wait; a breaker whose time is over
   * can be opened again, one that still holds is left alone.
   */
  openBreaker(signature: Signature, stop: BreakerStop, now: Date): Promise<readonly LetterId[]>;

  /** Closes a group's breaker and forgets its recent outcomes. Returns whether it was open. */
  closeBreaker(signature: Signature, now: Date): Promise<boolean>;

  /** Remedies by signature; unknown ones are absent. Without `signatures`: all, the newest first. */
  remedies(signatures?: readonly Signature[]): Promise<readonly Remedy[]>;

  /** Stores remedies that are not there yet. An existing one is never overwritten, a revoked one neither: it was tried. */
  proposeRemedies(remedies: readonly Remedy[], now: Date): Promise<void>;

  /** Moves a remedy from one state to another. Returns whether it was in `from`. */
  moveRemedy(signature: Signature, from: RemedyState, to: RemedyState, now: Date): Promise<boolean>;

  /**
   * Writes down what a person decides: `approve` makes a remedy trusted, `reject` revokes it for good, `pin` keeps it in force
   * whatever comes back. `nothing-to-do` where it is so already.
   */
  decideRemedy(signature: Signature, decision: RemedyDecision, actor: string, now: Date): Promise<'done' | 'nothing-to-do' | 'not-found'>;

  /** Keeps what a model said about kinds of failure; a later word about one replaces the earlier. */
  noteConsultations(consultations: readonly Consultation[]): Promise<void>;

  /** What was said about these kinds; unknown ones are absent. Without `signatures`: all, the newest first. */
  consultations(signatures?: readonly Signature[]): Promise<readonly Consultation[]>;

  /**
   * Groups of a queue with escalated letters of which nobody knows why they died, or how to repair them, without a remedy that was
   * written down with its answer, and without an answer of this model in this wording; those with a failed question only once it may be asked again. Most
   * letters first.
   */
  openKinds(queue: string, request: OpenKindsRequest): Promise<readonly OpenGroup[]>;

  /** What calls of models have used, by day, model and queue, from a day on (`2026-11-30`). */
  modelSpend(since: string): Promise<readonly ModelSpend[]>;

  /** Notes where letters were archived. Repeating it changes nothing. */
  noteArchived(receipts: readonly ArchiveReceipt[]): Promise<void>;

  /** Where letters were archived, by id; others are absent. */
  archived(ids: readonly LetterId[]): Promise<readonly ArchiveReceipt[]>;

  /** Enters sources; an entry that is there is prolonged, never shortened. */
  block(entries: readonly BlocklistEntry[]): Promise<void>;

  /** The valid entry of each source at `now`, by index; `undefined` where it is not blocked. */
  blocked(sources: readonly LetterSource[], now: Date): Promise<readonly (BlocklistEntry | undefined)[]>;

  /** Takes a source off the list. Returns whether it was on it. */
  unblock(source: LetterSource): Promise<boolean>;

  /**
   * Empties letters at rest (not `claimed`, `intent` or `replayed`): body, headers, failure, message id, key, plan, the
   * texts of the diagnosis and of the audit, and sentences elsewhere that quote them. Id, state, round, hashes, times
   * and counters stay, so that nothing is done twice; `seen`, `planned`, `escalated` and `parked` become `superseded`.
   * A stripped letter is never decided again and never leaves the final states. Returns, by index, whether it is
   * stripped now; doing so twice adds nothing.
   */
  strip(requests: readonly StripRequest[], now: Date): Promise<readonly boolean[]>;

  /** Takes the name of a source off the blocklist and leaves the source blocked. Returns how many entries named it. */
  forgetSource(value: string): Promise<number>;

  /** Bytes that the ledger's tables take in their database, indexes included. */
  size(): Promise<number>;

  /** The audit events of one letter, oldest first. */
  events(id: LetterId): Promise<readonly AuditEvent[]>;

  /** Recomputes every hash chain (of one letter, or of all). Reads in pages; changes nothing. */
  verify(id?: LetterId): Promise<ChainVerification>;

  /** Ends the connection. May be called twice. */
  close(): Promise<void>;
}
