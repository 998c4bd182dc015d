import type { Series, SeriesOptions } from './account-book.ts';
import { cutRounds } from './cut-rounds.ts';
import { killRounds } from './kill-rounds.ts';
import type { Broker } from './stores.ts';

/** What disturbs the healing. */
export type FaultKind = 'kills' | 'cuts';

/** Which kinds each broker can suffer: what is embedded has neither a line nor a server. */
export const FAULTS_OF: Readonly<Record<Broker, readonly FaultKind[]>> = {
  embedded: ['kills'],
  'bullmq-redis': ['kills', 'cuts'],
  'bullmq-postgres': ['kills', 'cuts'],
};

/** A whole run of the crash harness. */
export interface CrashOptions {
  readonly broker: Broker;
  /** Each kind gets `rounds` rounds of its own. @defaultValue `['kills']` */
  readonly faults?: readonly FaultKind[];
  readonly rounds: number;
  readonly seed: number;
  readonly onRound?: (kind: FaultKind, round: number, disturbances: number) => void;
}

/** What it found. The four faults have to be 0. */
export interface CrashSummary {
  readonly broker: string;
  readonly rounds: number;
  readonly seed: number;
  /** Killed processes; 0 where the run had none of that kind. */
  readonly kills: number;
  /** How often each kind of disturbance happened, and where. */
  readonly disturbances: Readonly<Partial<Record<FaultKind, { readonly total: number; readonly byPlace: Readonly<Record<string, number>> }>>>;
  readonly letters: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly wrongPayload: number;
  readonly stuck: number;
  /** Each fault as a sentence. */
  readonly faults: readonly string[];
}

const SERIES: Readonly<Record<FaultKind, (broker: Broker, options: SeriesOptions) => Promise<Series>>> = { kills: killRounds, cuts: cutRounds };

/** Runs every kind of fault, one after the other, and adds up what was found. */
export async function crashRounds(options: CrashOptions): Promise<CrashSummary> {
  const { broker, faults: kinds = ['kills'], rounds, seed, onRound } = options;
  const found = new Map<FaultKind, Series>();
  for (const kind of kinds) {
    found.set(kind, await SERIES[kind](broker, { rounds, seed, onRound: (round, disturbances) => onRound?.(kind, round, disturbances) }));
  }
  const count = (fault: keyof Series['account']): number => [...found.values()].reduce((sum, { account }) => sum + account[fault].length, 0);
  return {
    broker,
    rounds,
    seed,
    kills: found.get('kills')?.total ?? 0,
    disturbances: Object.fromEntries([...found].map(([kind, { total, byPlace }]) => [kind, { total, byPlace }])),
    letters: [...found.values()].reduce((sum, { letters }) => sum + letters, 0),
    lost: count('lost'),
    duplicated: count('duplicated'),
    wrongPayload: count('wrongPayload'),
    stuck: count('stuck'),
    faults: [...found.values()].flatMap(({ account }) => Object.values(account).flat()),
  };
}
