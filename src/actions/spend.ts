import type { AdviceConfig } from '../config/config.ts';
import type { House } from '../house.ts';
import type { ModelSpend } from '../ledger/contract.ts';
import { DEFAULT_MODEL_LIMITS } from '../model/limits.ts';

const DAY = 24 * 60 * 60_000;

/** Which days. */
export interface SpendOptions {
  /** The first day, of UTC. @defaultValue 30 days ago */
  readonly since?: Date;
}

/** What a model has cost. */
export interface SpendReport {
  readonly days: readonly ModelSpend[];
  /** Today, by UTC. At a limit mendq goes on without the model until midnight. */
  readonly today: { readonly day: string; readonly tokens: number; readonly tokenLimit: number; readonly money: number; readonly moneyLimit: number };
}

/** Adds up what calls have used. Changes nothing. */
export async function spend(house: House, advice: AdviceConfig | undefined, { since }: SpendOptions): Promise<SpendReport> {
  const { ledger } = await house.ledger();
  const now = house.clock.now();
  const day = dayOf(now);
  const days = await ledger.modelSpend(dayOf(since ?? new Date(now.getTime() - 30 * DAY)));
  const own = days.filter((row) => row.day === day);
  const caps = { ...DEFAULT_MODEL_LIMITS.caps, ...advice?.limits?.caps };
  const sum = (of: (row: ModelSpend) => number): number => own.reduce((total, row) => total + of(row), 0);
  return { days, today: { day, tokens: sum(({ tokens }) => tokens), tokenLimit: caps.tokensPerDay, money: sum(({ money }) => money), moneyLimit: caps.moneyPerDay } };
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
