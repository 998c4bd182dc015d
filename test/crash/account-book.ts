import type { Account } from './account.ts';
import type { FaultSchedule } from './fault-schedule.ts';

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
  /** Disturbances that happened, and where. */
  readonly total: number;
  readonly byPlace: Readonly<Record<string, number>>;
}

/** Adds up the accounts of rounds. */
export function accountBook(): { readonly add: (account: Account, letters: number) => void; readonly series: (schedule: FaultSchedule) => Series } {
  const sum = { lost: [] as string[], duplicated: [] as string[], wrongPayload: [] as string[], stuck: [] as string[] };
  let total = 0;
  return {
    add: (account, letters) => {
      for (const fault of Object.keys(sum) as (keyof Account)[]) sum[fault].push(...account[fault].map((sentence) => `${fault}: ${sentence}`));
      total += letters;
    },
    series: (schedule) => ({ letters: total, account: sum, total: schedule.total(), byPlace: schedule.byPlace() }),
  };
}
