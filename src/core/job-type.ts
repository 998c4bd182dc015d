import type { DeadLetter } from './dead-letter.ts';
import type { Fulfilment } from './fulfilment.ts';
import type { Json } from './json.ts';
import type { Pointer, PointerPattern } from './json-pointer.ts';
import type { PayloadSchema } from './payload-schema.ts';

/** What a run of the job may touch. `external`: mail, money, partners; anything that a database can't roll back. */
export type Effects = 'none' | 'database' | 'external';

/** What a `fulfilled` hook may answer. */
export type FulfilledAnswer = boolean | 'in-progress';

/** What a hook gets beside the payload. */
export interface HookContext {
  readonly letter: DeadLetter;
  /** Aborted when the hook's time limit is over. */
  readonly signal: AbortSignal;
}

/** By place: keys that stand beside it, or pointers, in which `[*]` counts where exactly one element is there. */
export type Aliases = Readonly<Record<PointerPattern, readonly string[]>>;

/** By place: another word, and the allowed value that it means. */
export type Synonyms = Readonly<Record<PointerPattern, Readonly<Record<string, Json>>>>;

/**
 * `false`: no name protects. `also` and `except`: keys (`customerRef`, in any spelling) or pointers that are protected
 * beside those of the careful list, or are not; `except` has the last word. What `protect` lists is always protected.
 */
export type ProtectNames = false | { readonly also?: readonly string[]; readonly except?: readonly string[] };

/** Who sent a letter, for the blocklist: `{ kind: 'tenant', value: 'acme' }`. */
export interface LetterSource {
  readonly kind: 'tenant' | 'user' | 'ip' | string;
  readonly value: string;
}

/**
 * What mendq knows of a job type, once, for all its letters. `fulfilled` is asked only about payloads that have passed
 * the schema, repaired ones included; one that throws or exceeds its time holds the letter. `source` may meet anything.
 */
export interface JobType<Payload = Json> {
  /** Has the last word on every payload. Without one no letter of this type is repaired. */
  readonly schema?: PayloadSchema;
  /** Names the piece of work: two letters with one key are never replayed at the same time. */
  readonly idempotencyKey?: (payload: Payload, context: HookContext) => string | undefined;
  /** Says whether the work is already done. Asked right before each replay; an error or a time-out holds the letter. */
  readonly fulfilled?: (payload: Payload, context: HookContext) => FulfilledAnswer | Promise<FulfilledAnswer>;
  /** The same for many payloads with one query; answers stand at the index of their payload. Preferred where both are given. */
  readonly fulfilledMany?: (
    payloads: readonly Payload[],
    context: { readonly signal: AbortSignal },
  ) => readonly FulfilledAnswer[] | Promise<readonly FulfilledAnswer[]>;
  /** @defaultValue `'external'`, the careful reading */
  readonly effects: Effects;
  /** Values that no repair may change; `[*]` allowed. */
  readonly protect: readonly PointerPattern[];
  /** Free text, where characters that the other side can't store may be dropped unattended. */
  readonly freeText: readonly PointerPattern[];
  /** Text that is trimmed whenever its letter is repaired anyway. */
  readonly tidy: readonly PointerPattern[];
  /** The user's own value for a missing or null field that is not critical. */
  readonly fill: Readonly<Record<Pointer, Json>>;
  /** Places whose values, redacted, a model may be shown. Absent: none; it sees shapes only. */
  readonly showToModel?: readonly PointerPattern[];
  /** Where else the value of a missing member may stand: another key beside it, or a pointer. Absent: nowhere. */
  readonly aliases?: Aliases;
  /** What other words for an allowed value mean, by place. Absent: none. */
  readonly synonyms?: Synonyms;
  /** The language tag in whose way the numbers of a place are written: `de-DE`. Absent: unknown. */
  readonly locales?: Readonly<Record<PointerPattern, string>>;
  /** Which names protect their value without being listed in `protect`. @defaultValue the careful list of ids, recipients and money */
  readonly protectNames?: ProtectNames;
  /** Who sent the letter, for the blocklist of malicious sources. */
  readonly source?: (payload: Payload | undefined, context: { readonly letter: DeadLetter }) => LetterSource | undefined;
  /** Whom the payload is about, for `mendq forget`: an id, or several. May meet anything; answers at once. */
  readonly subject?: (payload: Payload, context: { readonly letter: DeadLetter }) => string | readonly string[] | undefined;
  /** Changes when the configuration of this type changes, so that escalated letters are decided anew. */
  readonly revision: string;
}

/** What the user's own error names mean, by error class or code. */
export type ErrorMeaning = 'transient' | 'hopeless' | 'defect';

/** The answer of `fulfilled` in mendq's own words. */
export function toFulfilment(answer: unknown): Fulfilment | undefined {
  if (answer === true) return 'yes';
  if (answer === false) return 'no';
  return answer === 'in-progress' ? 'in-progress' : undefined;
}
