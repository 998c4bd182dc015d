import type { ExpectedVerdict } from '../core/corpus-letter.ts';
import type { Verdict } from '../core/diagnosis.ts';
import { jsonEqual, type Json } from '../core/json.ts';

/**
 * How good a decision was. `abstained`: a person has to look although mendq could have known. `harmful`: it acted, and
 * should not have, or not so. `wasteful`: one run more, which dies as the one before. `unlabelled`: nobody knows.
 */
export type Score = 'right' | 'abstained' | 'harmful' | 'wasteful' | 'unlabelled';

/** Scores a verdict, with the repaired payload where it is `repair`, against what was right. */
export function scoreOf(expected: ExpectedVerdict | undefined, verdict: Verdict, repaired: Json | undefined): Score {
  if (expected === undefined) return 'unlabelled';
  const isSame = verdict === expected.verdict && (verdict !== 'repair' || jsonEqual(repaired, expected.repairedPayload));
  if (isSame) return 'right';
  if (verdict === 'escalate') return 'abstained';
  return verdict === 'retry' && (expected.verdict === 'repair' || expected.verdict === 'discard') ? 'wasteful' : 'harmful';
}
