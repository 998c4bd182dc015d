import type { ClaimRequest, ClaimResult, Lease } from './contract.ts';
import type { Session } from './database.ts';
import { lockGroups } from './groups.ts';
import { type KeysInFlight, keysInFlight, lockClaims } from './keys-in-flight.ts';
import { type LetterHead, lockLetters } from './letter-changes.ts';

/** Gives the right to replay letters. See `Ledger.claim`. */
export async function claimLetters(
  session: Session,
  requests: readonly ClaimRequest[],
  queue: string,
  lease: Lease,
  now: Date,
): Promise<ClaimResult[]> {
  await lockClaims(session, queue);
  const changes = await lockLetters(session, requests.map((request) => request.id), now);
  const heads = requests.flatMap((request) => changes.head(request.id) ?? []);
  const keys = await keysInFlight(session, heads);
  const crowd = await crowdOf(session, heads);

  const results = requests.map(({ id, allowance, event }): ClaimResult => {
    const head = changes.head(id);
    if (head === undefined || head.queue !== queue || head.state !== 'planned' || head.leaseOwner !== lease.owner) return 'lost';
    const refusal = refusalOf(head, allowance, keys, crowd);
    if (refusal !== undefined) return refusal;
    keys.take(head);
    crowd.set(head.signature, (crowd.get(head.signature) ?? 0) + 1);
    changes.change(head, { state: 'claimed', hold: null, leaseOwner: lease.owner, leaseUntil: lease.until }, event);
    return 'claimed';
  });
  await changes.save();
  return results;
}

/** How many letters of each group are in flight, with the groups locked. */
async function crowdOf(session: Session, heads: readonly LetterHead[]): Promise<Map<string | null, number>> {
  const groups = await lockGroups(session, [...new Set(heads.flatMap((head) => head.signature ?? []))]);
  return new Map([...groups].map(([signature, group]) => [signature, group.inFlight]));
}

function refusalOf(
  head: LetterHead,
  allowance: number,
  keys: KeysInFlight,
  crowd: ReadonlyMap<string | null, number>,
): ClaimResult | undefined {
  if (keys.isTaken(head)) return 'key-in-flight';
  return (crowd.get(head.signature) ?? 0) + 1 > allowance ? 'over-allowance' : undefined;
}
