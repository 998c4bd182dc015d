import type { Diagnosis } from '../core/diagnosis.ts';
import type { Signature } from '../core/signature.ts';
import type { AuditEventDraft } from './audit-event.ts';

/** A group with its counters. They are kept by the same transaction that changes the letters. */
export interface GroupRecord {
  readonly signature: Signature;
  readonly queue: string;
  readonly name: string;
  readonly cause: Diagnosis['cause'];
  readonly rule: string;
  readonly why: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  /** Letters that were ever decided into this group. */
  readonly letters: number;
  /** Letters in one of the in-flight states. */
  readonly inFlight: number;
  /** Letters that ended as healed or presumed. */
  readonly healed: number;
  /** Letters that ended as returned. */
  readonly returned: number;
  /** The outcomes since the group had rested (no outcome for `GROUP_REST`), or since its breaker was opened or closed. */
  readonly recent: {
    readonly healed: number;
    readonly returned: number;
    /** Healed since the last one that returned. */
    readonly healedInARow: number;
    /** When the last of them became known; absent where there was none. */
    readonly lastAt?: Date;
  };
  readonly breaker?: Breaker;
}

/** A stopped group. */
export interface Breaker {
  readonly openedAt: Date;
  readonly why: string;
  /** When one letter may try again; absent where a person has to look. */
  readonly until?: Date;
  /** How often the group was stopped since it last succeeded, this time included. */
  readonly openings: number;
}

/** Milliseconds without an outcome after which a group's recent outcomes say nothing of the present any more. */
export const GROUP_REST = 10 * 60_000;

/** How a group is stopped. */
export interface BreakerStop {
  readonly why: string;
  readonly until?: Date;
  /** Written for each letter that is escalated. */
  readonly event: AuditEventDraft;
}
