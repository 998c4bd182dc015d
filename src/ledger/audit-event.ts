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
  | 'finished'
  | 'stripped'
  | 'forgotten';

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
  /** Set where the detail was erased with its letter's content; `detail` then says no more than that. */
  readonly erased?: true;
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

/** Stands in the place of a detail that was erased. */
export const ERASED_DETAIL = '{"erased":true}';

/** Types of events that say that details before them were erased. Their own details are kept: they hold no content. */
export const ERASING_TYPES: readonly AuditEventType[] = ['stripped', 'forgotten'];

/** An event with its detail exactly as it is stored, and the hash that stands for the detail after it is erased. */
export type StoredEvent = Omit<AuditEvent, 'hash' | 'detail' | 'erased'> & {
  readonly detailText: string;
  /** `null` where an earlier release wrote the event. */
  readonly detailHash: string | null;
};

/**
 * Links an event to the one before it. The hash covers the hash of the detail, so that the chain outlives the detail;
 * in events of earlier releases it covers the detail itself. The word between keeps one from passing as the other.
 */
export function hashOfEvent({ letter, sequence, at, type, actor, detailText, detailHash, previousHash }: StoredEvent): string {
  const detail = detailHash === null ? [detailText] : ['detail', detailHash];
  return sha256(previousHash, letter, String(sequence), at.toISOString(), type, actor, ...detail);
}

/** True where the detail is gone and only its hash is left. */
export function isErased({ detailText, detailHash }: Pick<StoredEvent, 'detailText' | 'detailHash'>): boolean {
  return detailText === ERASED_DETAIL && detailHash !== null && detailHash !== sha256(ERASED_DETAIL);
}
