import { letterIdOf, type LetterId, type RawLetter } from '../core/dead-letter.ts';
import type { LetterState } from '../core/outcome.ts';
import type { KnownLetter } from '../ledger/contract.ts';
import type { QueueAdapter } from '../queues/contract.ts';
import { archiveEarly } from './archive-early.ts';
import { summaryOfRaw } from './letter-summary.ts';
import { queuePages } from './queue-pages.ts';
import type { PassContext } from './pass-context.ts';

/** Letters read at once: large enough for set-based SQL, small enough to stay responsive. */
const PAGE = 200;

/**
 * States of which the broker has lost the effect when their letter is still dead in its queue: `superseded` too, where
 * what somebody else did is lost. Where somebody has changed its data, mendq keeps off.
 */
const DONE_STATES: readonly LetterState[] = ['replayed', 'healed', 'presumed', 'returned', 'settled', 'discarded', 'superseded'];

/** A letter to decide, with its round. */
export interface UndecidedLetter {
  readonly raw: RawLetter;
  readonly round: number;
}

/**
 * Reads a queue's dead letters page by page and gives those that have to be decided: new ones, stored first; those
 * that an interrupted pass left undecided; escalated ones whose configuration changed since; and those that the
 * broker brought back from a backup although the ledger says they are done.
 */
export async function* undecidedLetters(queue: QueueAdapter, context: PassContext): AsyncGenerator<readonly UndecidedLetter[]> {
  let read = 0;
  for await (const letters of queuePages(queue, PAGE, context.signal)) {
    read += letters.length;
    context.emit('pass-progress', { stage: 'reading', queue: queue.name, letters: read });
    const undecided = await selectUndecided(letters, queue, context);
    if (undecided.length > 0) yield undecided;
  }
}

async function selectUndecided(letters: readonly RawLetter[], queue: QueueAdapter, context: PassContext): Promise<readonly UndecidedLetter[]> {
  const known = new Map((await context.ledger.known(letters.map(letterIdOf))).map((letter) => [letter.id, letter] as const));
  await reopenRolledBack(letters, known, queue, context);
  const open = letters.filter((letter) => needsDecision(letter, known.get(letterIdOf(letter)), context));
  const results = await context.ledger.record(open, context.clock.now());
  await archiveEarly(letters, known, context);
  return open.flatMap((raw, index) => {
    const result = results[index];
    return result === undefined ? [] : [{ raw, round: result.record.round }];
  });
}

function needsDecision(letter: RawLetter, known: KnownLetter | undefined, context: PassContext): boolean {
  if (known?.stripped === true) return false;
  if (known === undefined || known.state === 'seen') return true;
  return known.state === 'escalated' && known.revision !== context.jobTypeOf(letter.queue, letter.name).revision;
}

/** Sets letters back to `seen` that the ledger calls done, if a look taken after reading the ledger still finds them dead. */
async function reopenRolledBack(
  letters: readonly RawLetter[],
  known: Map<LetterId, KnownLetter>,
  queue: QueueAdapter,
  context: PassContext,
): Promise<void> {
  const suspects = letters.filter((letter) => {
    const { state, stripped } = known.get(letterIdOf(letter)) ?? { state: 'seen' };
    return DONE_STATES.includes(state) && stripped !== true;
  });
  if (suspects.length === 0) return;
  const changed = await changedByOthers(suspects.map(letterIdOf).filter((id) => known.get(id)?.state === 'superseded'), suspects, context);
  const present = await queue.look(suspects.map(({ messageId }) => messageId));
  const back = suspects.filter((letter, index) => present[index]?.epoch === letter.epoch && !changed.has(letterIdOf(letter)));
  const applied = await context.ledger.transition(
    back.map((letter) => ({
      id: letterIdOf(letter),
      from: DONE_STATES,
      to: 'seen',
      why: 'the broker lost what was done (restored from a backup?); decided again',
      event: { type: 'rolled-back', actor: 'mendq', detail: { was: known.get(letterIdOf(letter))?.state ?? null } },
    })),
    context.clock.now(),
  );
  for (const [index, letter] of back.entries()) {
    if (applied[index] !== true) continue;
    known.set(letterIdOf(letter), { id: letterIdOf(letter), state: 'seen' });
    context.emit('letter-rolled-back', { letter: summaryOfRaw(letter, 0, '') });
  }
}

/** Those of the superseded letters whose data is no longer what the ledger has of them. */
async function changedByOthers(superseded: readonly LetterId[], letters: readonly RawLetter[], { ledger }: PassContext): Promise<ReadonlySet<LetterId>> {
  if (superseded.length === 0) return new Set();
  const recorded = new Map((await ledger.list({ ids: superseded, limit: superseded.length })).map(({ id, letter }) => [id, letter.body] as const));
  const isSame = (letter: RawLetter): boolean => Buffer.from(letter.body).equals(recorded.get(letterIdOf(letter)) ?? Buffer.alloc(0));
  return new Set(letters.filter((letter) => recorded.has(letterIdOf(letter)) && !isSame(letter)).map(letterIdOf));
}
