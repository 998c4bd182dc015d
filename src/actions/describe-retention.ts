import type { ArchiveStore } from '../archive/contract.ts';
import type { Finding } from '../core/finding.ts';
import type { Policy } from '../core/policy.ts';
import type { Ledger } from '../ledger/contract.ts';

const DAY = 24 * 60 * 60_000;
const MEGABYTE = 1024 * 1024;

/** Tells how large the ledger is and how long content is kept, and where that can't be done. */
export async function describeRetention(ledger: Ledger, store: ArchiveStore, { retention }: Policy): Promise<readonly Finding[]> {
  const size = `${((await ledger.size()) / MEGABYTE).toFixed(1)} MB`;
  const message = `${size}; payloads of finished letters are kept ${timeText(retention.payloads)} and archived letters ${timeText(retention.archive)}`;
  const findings: Finding[] = [{ severity: 'ok', subject: 'retention', message }];
  if (retention.archive !== undefined && store.prune === undefined) {
    findings.push({ severity: 'warning', subject: 'retention', message: `the archive ${store.location} has no prune: policy.retention.archive does nothing`, fix: 'Give the store prune(before), or delete old letters there yourself.' });
  }
  if (store.scan === undefined || store.forget === undefined) {
    findings.push({ severity: 'warning', subject: 'retention', message: `the archive ${store.location} has no scan and forget: mendq forget can't remove anything there`, fix: 'Give the store scan() and forget(location, ids), or remove by hand what mendq forget reports.' });
  }
  return findings;
}

function timeText(milliseconds: number | undefined): string {
  return milliseconds === undefined ? 'for ever' : `${Math.round((milliseconds / DAY) * 10) / 10} days`;
}
