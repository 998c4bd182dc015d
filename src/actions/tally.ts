import type { LetterId } from '../core/dead-letter.ts';
import type { Cause, Verdict } from '../core/diagnosis.ts';
import type { Emit, LetterSummary } from '../core/events.ts';
import type { HoldReason, Outcome } from '../core/outcome.ts';

/** What is known at the end of a pass of one letter that the pass touched. */
export interface TalliedLetter {
  readonly letter: Omit<LetterSummary, 'payload'>;
  readonly cause?: Cause;
  readonly verdict?: Verdict;
  /** `replayed`: back on its queue, outcome not known yet. `waiting`: held or due later. */
  readonly outcome: Outcome | 'replayed' | 'waiting';
  readonly hold?: HoldReason;
  readonly why: string;
}

/** Follows the events of a pass and remembers the last word on each letter. Payloads are not kept. */
export interface Tally {
  readonly emit: Emit;
  letters(): readonly TalliedLetter[];
  counts(): { readonly decided: number; readonly replayed: number };
}

/** Makes a tally in front of `forward`, which gets every event too. */
export function createTally(forward: Emit): Tally {
  const letters = new Map<LetterId, TalliedLetter>();
  let decided = 0;
  let replayed = 0;
  const note = ({ payload: _, ...letter }: LetterSummary, news: Omit<TalliedLetter, 'letter'>): void => {
    const { hold: _hold, ...before } = letters.get(letter.id) ?? {};
    letters.set(letter.id, { ...before, ...news, letter });
  };
  const emit: Emit = (name, event) => {
    if (name === 'letter-decided') {
      const { letter, diagnosis, verdict } = event as Parameters<typeof emit<'letter-decided'>>[1];
      decided += 1;
      note(letter, { cause: diagnosis.cause, verdict, outcome: 'waiting', why: diagnosis.why });
    } else if (name === 'letter-held') {
      const { letter, reason, why } = event as Parameters<typeof emit<'letter-held'>>[1];
      note(letter, { outcome: 'waiting', hold: reason, why });
    } else if (name === 'letter-replayed') {
      const { letter } = event as Parameters<typeof emit<'letter-replayed'>>[1];
      replayed += 1;
      note(letter, { outcome: 'replayed', why: 'it is back on its queue' });
    } else if (name === 'letter-finished') {
      const { letter, outcome, why } = event as Parameters<typeof emit<'letter-finished'>>[1];
      note(letter, { outcome, why });
    }
    forward(name, event);
  };
  return { emit, letters: () => [...letters.values()], counts: () => ({ decided, replayed }) };
}
