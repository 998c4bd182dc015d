import type { LetterId } from '../core/dead-letter.ts';
import type { HoldReason, LetterState } from '../core/outcome.ts';
import type { QueueFailure } from '../house.ts';
import type { LetterRecord } from '../ledger/contract.ts';
import type { PassContext } from '../pass/pass-context.ts';
import { redactorOf } from '../pass/redactor-of.ts';

/** Letters read with their bodies at once. */
const BODIES = 100;

/** What became of one letter that a person acted on. */
export interface ActedLetter {
  readonly id: LetterId;
  readonly queue: string;
  readonly name: string;
  readonly messageId: string;
  /** Where it stood before; `new` where no pass had seen it. */
  readonly was: LetterState | 'new';
  /** Where it stands now. */
  readonly state: LetterState;
  readonly hold?: HoldReason;
  /** `done`: the order was carried out, and `state` says how it ended. `waiting`: it stands, and is carried out later. `refused`: it does not apply, and nothing was changed by it. */
  readonly result: 'done' | 'waiting' | 'refused';
  readonly why: string;
}

/** What became of a person's order. */
export interface ActionReport {
  readonly letters: readonly ActedLetter[];
  readonly done: number;
  readonly waiting: number;
  readonly refused: number;
  readonly failures: readonly QueueFailure[];
  /** True where the call was stopped before it was done. */
  readonly interrupted: boolean;
}

/** A letter as it was before a person acted on it. `refused` says why the order does not apply. */
export interface Touched {
  readonly record: LetterRecord;
  readonly was: LetterState | 'new';
  readonly refused?: string;
}

/** Says of a letter as it stands now what became of the order. */
export type ResultOf = (now: LetterRecord, before: Touched) => ActedLetter['result'];

/** Reads how the letters stand now and reports what became of the order. Redacts also what an earlier configuration has let into the ledger. */
export async function actedLetters(touched: readonly Touched[], { ledger, redactorFor }: Pick<PassContext, 'ledger' | 'redactorFor'>, resultOf: ResultOf): Promise<readonly ActedLetter[]> {
  const letters: ActedLetter[] = [];
  for (let start = 0; start < touched.length; start += BODIES) {
    const part = touched.slice(start, start + BODIES);
    const records = new Map((await ledger.list({ ids: part.map(({ record }) => record.id), limit: BODIES })).map((record) => [record.id, record]));
    letters.push(...part.map((before) => {
      const acted = toActed(records.get(before.record.id) ?? before.record, before, resultOf);
      return { ...acted, why: redactorOf(before.record, redactorFor).text(acted.why) };
    }));
  }
  return letters;
}

function toActed(now: LetterRecord, before: Touched, resultOf: ResultOf): ActedLetter {
  const { queue, name, messageId } = before.record.letter;
  return {
    id: now.id,
    queue,
    name,
    messageId,
    was: before.was,
    state: now.state,
    ...(now.hold === undefined ? {} : { hold: now.hold }),
    result: before.refused === undefined ? resultOf(now, before) : 'refused',
    why: before.refused ?? now.why,
  };
}

/** The report over these letters. */
export function toReport(letters: readonly ActedLetter[], rest: Pick<ActionReport, 'failures' | 'interrupted'>): ActionReport {
  const count = (result: ActedLetter['result']): number => letters.filter((letter) => letter.result === result).length;
  return { letters, done: count('done'), waiting: count('waiting'), refused: count('refused'), ...rest };
}

/** The report of an action that was ended early, and of the one that did the rest. What the first has done stays done. */
export function joinActions<Report extends ActionReport>(earlier: Report, later: Report): Report {
  const kept = earlier.letters.filter(({ id, result }) => result === 'done' || !later.letters.some((letter) => letter.id === id));
  const ids = new Set(kept.map(({ id }) => id));
  return { ...later, ...toReport([...kept, ...later.letters.filter(({ id }) => !ids.has(id))], later) };
}
