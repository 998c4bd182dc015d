import type { LetterSource } from '../core/job-type.ts';
import type { Policy } from '../core/policy.ts';
import type { BlocklistEntry, LetterRecord } from '../ledger/contract.ts';

/** The blocklist entry for a malicious letter's source; `undefined` where the letter is not malicious or names no source. */
export function entryFor(record: LetterRecord, source: LetterSource | undefined, policy: Policy, now: Date): BlocklistEntry | undefined {
  const diagnosis = record.decision?.diagnosis;
  if (diagnosis?.malicious !== true || source === undefined) return undefined;
  return {
    kind: source.kind,
    value: source.value,
    reason: diagnosis.why,
    letter: record.id,
    blockedAt: now,
    expiresAt: new Date(now.getTime() + policy.blockFor),
  };
}
