import { beforeEach } from 'vitest';
import type { Ledger } from '../../../src/ledger/contract.ts';

/** A ledger under test, with a way around it to the tables. */
export interface OpenedLedger {
  readonly ledger: Ledger;
  /** Runs any statement and gives its rows. */
  readonly query: (statement: string, parameters?: readonly unknown[]) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** How often a property is tried. */
  readonly runs: number;
  readonly close: () => Promise<void>;
}

/** Gives the tests of a suite their ledger. */
export type LedgerOf = () => OpenedLedger;

/** Forgets everything. */
export async function clear({ query }: OpenedLedger): Promise<void> {
  await query('truncate mendq.letters, mendq.groups, mendq.remedies, mendq.events, mendq.archive, mendq.blocklist, mendq.consultations, mendq.model_calls, mendq.approvals');
}

/** Starts each test on an empty ledger. */
export function clearBeforeEach(opened: LedgerOf): void {
  beforeEach(() => clear(opened()));
}
