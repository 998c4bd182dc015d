import type { ReaderLanguage } from '../core/model-answer.ts';
import type { InspectedLetter } from '../core/inspected-letter.ts';
import type { Json } from '../core/json.ts';
import type { Pointer } from '../core/json-pointer.ts';
import type { Remedy } from '../core/remedy.ts';
import type { Signature } from '../core/signature.ts';
import { decodeAnswer, questionFor } from '../diagnose/diagnose.ts';
import type { ModelAdviser, ModelReply } from '../model/contract.ts';
import { induce, OFFERED_OPERATIONS, type RepairRequest } from '../repair/repair.ts';

/** A kind of failure that rules, remedies and schema leave open, with some of its letters. */
export interface OpenKind {
  readonly signature: Signature;
  readonly queue: string;
  readonly name: string;
  /** The first few show their shape in the question; all of them prove what comes back. At least one. */
  readonly requests: readonly RepairRequest[];
}

/** Whom to ask, and what the question may tell. */
export interface AdviceSource {
  readonly adviser: ModelAdviser;
  readonly language: ReaderLanguage;
  /** True for names of jobs that the user configured; others are data. */
  readonly isKnownName: (queue: string, name: string) => boolean;
  /** A value that the user allows to be shown, redacted; `undefined` for all others. */
  readonly shown: (letter: InspectedLetter, pointer: Pointer) => Json | undefined;
}

/** What came of asking about one kind. */
export interface Advice {
  readonly reply: ModelReply;
  readonly promptVersion: string;
  /** Proved and in force, or waiting for a person; absent where the answer made none. */
  readonly remedy?: Remedy;
  /** Why there is none, where something was proposed. */
  readonly why?: string;
}

/**
 * Asks a model about one kind of failure, once, and makes a remedy of what it answers where the letters prove it.
 * Nothing that it says acts: `hopeless` waits for a person, and so does a program that only its word speaks for.
 */
export async function adviseOn(kind: OpenKind, source: AdviceSource, signal: AbortSignal): Promise<Advice | undefined> {
  const asked = questionFor(kind.requests.map(({ letter }) => letter), {
    language: source.language,
    operations: OFFERED_OPERATIONS,
    isKnownName: (name) => source.isKnownName(kind.queue, name),
    shown: source.shown,
  });
  if (asked === undefined) return undefined;
  const { question, aliases } = asked;
  const [reply] = await source.adviser.ask([question], signal);
  if (reply === undefined) return undefined;
  const { promptVersion } = question;
  if (reply.kind === 'failed') return { reply, promptVersion };
  const { verdict, explanation, programs } = decodeAnswer(reply.answer, aliases);
  const made = { signature: kind.signature, origin: 'model', model: source.adviser.id, promptVersion, explanation } as const;
  if (verdict === 'hopeless') return { reply, promptVersion, remedy: { ...made, verdict: 'discard', operations: [], state: 'proposed' } };
  if (verdict !== 'repair') return { reply, promptVersion };

  const induction = await induce(programs, kind.requests);
  if (induction.kind === 'none') return { reply, promptVersion, why: induction.why };
  const { operations, proved, tried, corroborated } = induction;
  return { reply, promptVersion, remedy: { ...made, verdict: 'repair', operations, proved, tried, state: corroborated ? 'canary' : 'proposed' } };
}
