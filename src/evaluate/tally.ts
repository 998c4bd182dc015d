import type { Verdict } from '../core/diagnosis.ts';
import type { EvaluatedLetter } from './evaluated-letter.ts';

/** The scores of some letters, counted. */
export interface EvaluationNumbers {
  readonly letters: number;
  readonly right: number;
  readonly abstained: number;
  readonly harmful: number;
  readonly wasteful: number;
  /** Letters for which something else than a person or the bin is right: retry, repair or settle. */
  readonly healable: number;
  /** Those of them that were decided right. */
  readonly healed: number;
  /** `healed` of `healable`; null where there is none. */
  readonly healedRate: number | null;
  /** How many of the letters that are to be discarded were; null where there is none. */
  readonly discardRecall: number | null;
  /** Questions asked of a language model. */
  readonly modelCalls: number;
  /** Letters of which nobody knows what was right, where there are any: they count among `letters` only. */
  readonly unlabelled?: number;
}

/** The numbers of all letters, and of each category. */
export interface EvaluationSummary extends EvaluationNumbers {
  readonly byCategory: Readonly<Record<string, EvaluationNumbers>>;
}

/** Counts letters as they come. */
export interface Tally {
  add(letter: EvaluatedLetter): void;
  /** `calls`: questions that were asked of a model about all of the letters; nobody can say of which category they are. */
  summary(calls: number): EvaluationSummary;
}

const HEALABLE: readonly (Verdict | undefined)[] = ['retry', 'repair', 'settle'];

type Counts = { -readonly [Name in 'letters' | 'right' | 'abstained' | 'harmful' | 'wasteful' | 'unlabelled' | 'healable' | 'healed' | 'discardable' | 'discarded']: number };

/** Makes an empty tally. It grows with the number of categories, not of letters. */
export function createTally(): Tally {
  const all = emptyCounts();
  const categories = new Map<string, Counts>();
  return {
    add: (letter) => {
      const own = categories.get(letter.category) ?? emptyCounts();
      categories.set(letter.category, own);
      count(all, letter);
      count(own, letter);
    },
    summary: (calls) => ({ ...toNumbers(all, calls), byCategory: Object.fromEntries([...categories].map(([name, counts]) => [name, toNumbers(counts, 0)])) }),
  };
}

function emptyCounts(): Counts {
  return { letters: 0, right: 0, abstained: 0, harmful: 0, wasteful: 0, unlabelled: 0, healable: 0, healed: 0, discardable: 0, discarded: 0 };
}

function count(counts: Counts, { expected, score }: EvaluatedLetter): void {
  const isRight = score === 'right' ? 1 : 0;
  counts.letters++;
  counts[score]++;
  if (HEALABLE.includes(expected)) {
    counts.healable++;
    counts.healed += isRight;
  }
  if (expected === 'discard') {
    counts.discardable++;
    counts.discarded += isRight;
  }
}

function toNumbers({ discardable, discarded, unlabelled, ...counts }: Counts, modelCalls: number): EvaluationNumbers {
  const { healed, healable } = counts;
  return {
    ...counts,
    healedRate: healable === 0 ? null : healed / healable,
    discardRecall: discardable === 0 ? null : discarded / discardable,
    modelCalls,
    ...(unlabelled === 0 ? {} : { unlabelled }),
  };
}
