import type { LetterSummary, MendqEvents } from '../core/events.ts';
import { isMendqError, messageOf } from '../core/errors.ts';
import { toEnvelopeError } from './envelope.ts';
import { countText, durationText, momentText } from './describe-time.ts';
import { oneLine } from './plain-text.ts';

/** What is said of an event: the facts for programs, without payloads, and a line for people. */
export interface EventDescription {
  readonly facts: Readonly<Record<string, unknown>>;
  /** Absent where people need not hear of it. */
  readonly line?: string;
}

type Describers = { readonly [Name in keyof MendqEvents]: (event: MendqEvents[Name]) => EventDescription | undefined };

/** How each event is told; `undefined` where it is not. */
export const DESCRIBE_EVENT: Describers = {
  'letter-decided': ({ letter, diagnosis, verdict, operations }) => ({
    facts: { letter: factsOf(letter), cause: diagnosis.cause, rule: diagnosis.rule, why: diagnosis.why, verdict, operations: operations.map(({ name, path }) => `${name} ${path}`) },
    line: `${placeOf(letter)}: ${verdict}, ${diagnosis.cause}: ${oneLine(diagnosis.why)}`,
  }),
  'letter-held': ({ letter, reason, why, until }) => ({
    facts: { letter: factsOf(letter), reason, why, until },
    line: `${placeOf(letter)}: waits until ${momentText(until)} (${reason}): ${oneLine(why)}`,
  }),
  'letter-replayed': ({ letter, replayId, repaired }) => ({
    facts: { letter: factsOf(letter), replayId, repaired },
    line: `${placeOf(letter)}: ${repaired ? 'repaired and replayed' : 'replayed'}`,
  }),
  'letter-finished': ({ letter, outcome, why, replayMilliseconds }) => ({
    facts: { letter: factsOf(letter), outcome, why, ...(replayMilliseconds === undefined ? {} : { replayMilliseconds }) },
    line: `${placeOf(letter)}: ${outcome}${replayMilliseconds === undefined ? '' : ` (started after ${durationText(replayMilliseconds)})`}: ${oneLine(why)}`,
  }),
  'letter-rolled-back': ({ letter }) => ({
    facts: { letter: factsOf(letter) },
    line: `${placeOf(letter)}: the broker has lost what was done; it is decided again`,
  }),
  'breaker-opened': ({ signature, queue, why }) => ({ facts: { signature, queue, why }, line: `${oneLine(queue)}: group ${signature} is stopped: ${oneLine(why)}` }),
  'kind-explained': ({ signature, queue, explanation, why, remedy }) => ({
    facts: { signature, queue, explanation: explanation ?? null, why: why ?? null, remedy: remedy ?? null },
    line: `${oneLine(queue)}: ${signature}: ${oneLine(explanation ?? why ?? 'asked about')}${remedy === undefined ? '' : remedy === 'in-force' ? '; a repair was proved and is tried' : '; mendq remedies has a proposal'}`,
  }),
  'queue-failed': ({ queue, error }) => ({ facts: { queue, error: errorFacts(error) }, line: oneLine(messageOf(error), 500) }),
  'pass-started': ({ queues }) => ({ facts: { queues } }),
  'pass-progress': () => undefined,
  'pass-finished': ({ decided, replayed, stripped }) => ({
    facts: { decided, replayed, stripped },
    ...(decided + replayed + stripped === 0
      ? {}
      : { line: `pass finished: ${countText(decided, 'letter')} decided, ${replayed} replayed${stripped === 0 ? '' : `, ${stripped} moved to the archive`}` }),
  }),
};

/** An error as programs get it. */
export function errorFacts(error: Error): object {
  return isMendqError(error) ? toEnvelopeError(error) : { code: 'MENDQ_E_INTERNAL', message: messageOf(error), hint: null, retryable: false };
}

function factsOf({ payload: _, ...letter }: LetterSummary): object {
  return letter;
}

function placeOf({ queue, name, messageId }: LetterSummary): string {
  return `${oneLine(queue)} / ${oneLine(name)} ${oneLine(messageId, 60)}`;
}
