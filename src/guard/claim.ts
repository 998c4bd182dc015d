import type { ClaimRequest, ClaimResult, Ledger, LetterRecord, Lease } from '../ledger/contract.ts';

/** Asks the ledger for the right to act on letters, one statement for all. Results stand at the index of their letter. */
export async function claim(
  records: readonly LetterRecord[],
  options: {
    readonly ledger: Ledger;
    readonly queue: string;
    readonly lease: Lease;
    readonly now: Date;
    readonly allowanceOf: (record: LetterRecord) => number;
  },
): Promise<readonly ClaimResult[]> {
  if (records.length === 0) return [];
  const requests = records.map(
    (record): ClaimRequest => ({
      id: record.id,
      allowance: options.allowanceOf(record),
      event: { type: 'claimed', actor: 'mendq', detail: { owner: options.lease.owner, round: record.round } },
    }),
  );
  return options.ledger.claim(requests, options.queue, options.lease, options.now);
}
