import type { LetterId } from '../core/dead-letter.ts';
import { sha256 } from '../core/hash.ts';
import type { JsonObject } from '../core/json.ts';

/** What happened to a letter. */
export type AuditEventType =
  | 'seen'
  | 'decided'
  | 'held'
  | 'claimed'
  | 'intent'
  | 'replayed'
  | 'removed'
  | 'archived'
  | 'released'
  | 'recovered'
  | 'rolled-back'
  | 'restored'
  | 'recalled'
  | 'finished';

/** An event to write: what, by whom, with which facts. */
export interface AuditEventDraft {
  readonly type: AuditEventType;
  /** `mendq` for the healer itself, otherwise the person or program that acted. */
  readonly actor: string;
  readonly detail: JsonObject;
}

/** An event as it was written. `hash` covers every field and the hash before it, so that no event can be changed, dropped or inserted unseen. */
export interface AuditEvent extends AuditEventDraft {
  readonly letter: LetterId;
  /** 1 for a letter's first event. */
  readonly sequence: number;
  readonly at: Date;
  readonly previousHash: string;
  readonly hash: string;
}

/** What `verify` found. */
export interface ChainVerification {
  readonly letters: number;
  readonly events: number;
  /** Letters whose chain does not hold, with the first sequence that is wrong and why. */
  readonly broken: readonly { readonly letter: LetterId; readonly sequence: number; readonly why: string }[];
}

/** The hash before a letter's first event. */
export const CHAIN_START = '';

/** Links an event to the one before it. `detailText` is the detail exactly as it is stored. */
export function hashOfEvent(event: Omit<AuditEvent, 'hash' | 'detail'> & { readonly detailText: string }): string {
  const { letter, sequence, at, type, actor, detailText, previousHash } = event;
  return sha256(previousHash, letter, String(sequence), at.toISOString(), type, actor, detailText);
}
