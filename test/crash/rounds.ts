import type { Series, SeriesOptions } from './account-book.ts';
import { cutRounds } from './cut-rounds.ts';
import { failoverRounds } from './failover-rounds.ts';
import { killRounds } from './kill-rounds.ts';
import { restartRounds } from './restart-rounds.ts';
import type { Broker } from './stores.ts';

/** What disturbs the healing. */
export type FaultKind = 'kills' | 'cuts' | 'restarts' | 'failover';

/** Which kinds each broker can suffer: what is embedded has neither a line nor a server. */
export const FAULTS_OF: Readonly<Record<Broker, readonly FaultKind[]>> = {
  embedded: ['kills'],
  'bullmq-redis': ['kills', 'cuts', 'restarts', 'failover'],
  'bullmq-postgres': ['kills', 'cuts', 'restarts'],
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

/** How often a kind of disturbance happened, and where. */
export interface Disturbances {
  readonly total: number;
  readonly byPlace: Readonly<Record<string, number>>;
  /** Letters that were back although the ledger had called them done; only where the broker was made to forget. */
  readonly rolledBack?: number;
}

/** What it found. The four faults have to be 0. */
export interface CrashSummary {
  readonly broker: string;
  readonly rounds: number;
  readonly seed: number;
  /** Killed processes; 0 where the run had none of that kind. */
  readonly kills: number;
  readonly disturbances: Readonly<Partial<Record<FaultKind, Disturbances>>>;
  readonly letters: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly wrongPayload: number;
  readonly stuck: number;
  /** Each fault as a sentence. */
  readonly faults: readonly string[];
}

const SERIES: Readonly<Record<FaultKind, (broker: Broker, options: SeriesOptions) => Promise<Series>>> = {
  kills: killRounds,
  cuts: cutRounds,
  restarts: restartRounds,
  failover: async (_, options) => failoverRounds(options),
};

/** Runs every kind of fault, one after the other, and adds up what was found. */
export async function crashRounds(options: CrashOptions): Promise<CrashSummary> {
  const { broker, faults: kinds = ['kills'], rounds, seed, onRound } = options;
  const found = new Map<FaultKind, Series>();
  for (const kind of kinds) {
    found.set(kind, await SERIES[kind](broker, { rounds, seed, onRound: (round, disturbances) => onRound?.(kind, round, disturbances) }));
  }
  const series = [...found.values()];
  const count = (fault: keyof Series['account']): number => sum(series.map(({ account }) => account[fault].length));
  return {
    broker,
    rounds,
    seed,
    kills: disturbancesOf(found.get('kills')).total,
    disturbances: Object.fromEntries([...found].map(([kind, one]) => [kind, disturbancesOf(one)])),
    letters: sum(series.map(({ letters }) => letters)),
    lost: count('lost'),
    duplicated: count('duplicated'),
    wrongPayload: count('wrongPayload'),
    stuck: count('stuck'),
    faults: series.flatMap(({ account }) => Object.values(account).flat()),
  };
}

function disturbancesOf(series: Series | undefined): Disturbances {
  const byPlace = series?.byPlace ?? {};
  return { total: sum(Object.values(byPlace)), byPlace, ...(series?.rolledBack === undefined ? {} : { rolledBack: series.rolledBack }) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
