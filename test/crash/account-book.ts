import type { Account } from './account.ts';

/** What a series of disturbed rounds is asked to do. */
export interface SeriesOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly onRound?: (round: number, disturbances: number) => void;
}

/** What a series of disturbed rounds found. */
export interface Series {
  readonly letters: number;
  readonly account: Account;
  /** Disturbances that happened, by where they did. */
  readonly byPlace: Readonly<Record<string, number>>;
  /** Letters that mendq found to be back although its ledger had called them done, where the broker may forget. */
  readonly rolledBack?: number;
}

/** Adds up the accounts of rounds. */
export function accountBook(): { readonly add: (account: Account, letters: number) => void; readonly series: (byPlace: Series['byPlace']) => Series } {
  const sum = { lost: [] as string[], duplicated: [] as string[], wrongPayload: [] as string[], stuck: [] as string[] };
  let total = 0;
  return {
    add: (account, letters) => {
      for (const fault of Object.keys(sum) as (keyof Account)[]) sum[fault].push(...account[fault].map((sentence) => `${fault}: ${sentence}`));
      total += letters;
    },
    series: (byPlace) => ({ letters: total, account: sum, byPlace }),
  };
}
