import type { RemovedLetter } from '../archive/archive.ts';
import type { Signature } from '../core/signature.ts';
import { judgeGroup } from '../guard/guard.ts';
import type { BreakerStop, GroupRecord } from '../ledger/contract.ts';
import type { WatchedLetter } from '../replay/replay.ts';
import { summaryOf } from './letter-summary.ts';
import type { PassContext } from './pass-context.ts';
import { tellRemoved } from './tell.ts';

/** Letters read with their bodies at once. */
const BODIES = 100;

/**
 * Draws the consequences of outcomes: tells the application, stops groups that keep failing, and makes letters due
 * that waited for these outcomes (the next step of a canary, the other letter of the same work).
 */
export async function drawConsequences(finished: readonly WatchedLetter[], context: PassContext): Promise<void> {
  if (finished.length === 0) return;
  await tellOutcomes(finished, context);
  await judgeGroups([...new Set(finished.flatMap(({ record }) => record.decision?.signatures.shape ?? []))], context);
  await context.ledger.release(
    finished.map(({ record }) => record.id),
    ['canary', 'key-in-flight', 'breaker'],
    context.clock.now(),
  );
  if (finished.some(({ outcome }) => outcome !== 'returned')) await wakeParents(context);
}

/** Makes letters due that wait for other messages, where one of those may have been done by another way than a replay. */
export async function drawRemovals(removed: readonly RemovedLetter[], context: PassContext): Promise<void> {
  tellRemoved(removed, context);
  if (removed.some(({ state }) => state === 'settled')) await wakeParents(context);
}

async function wakeParents(context: PassContext): Promise<void> {
  await context.ledger.wake(['children'], context.clock.now());
}

/** Stops those of the groups whose replays keep coming back, and lets go on those whose trial succeeded. */
export async function judgeGroups(signatures: readonly Signature[], context: PassContext): Promise<void> {
  const now = context.clock.now();
  const groups = await context.ledger.groups(signatures);
  const canaries = new Set((groups.length === 0 ? [] : await context.ledger.remedies(signatures)).flatMap(({ signature, state, pinned }) => (state === 'canary' && pinned !== true ? [signature] : [])));
  for (const group of groups) {
    const move = judgeGroup(group, context.policy, now);
    if (move.kind === 'close') await context.ledger.closeBreaker(group.signature, now);
    if (move.kind === 'open') await stopGroup(group, move.stop, context);
    else if (canaries.has(group.signature)) await judgeCanary(group, context);
  }
}

/** A proposed repair whose first letter dies again is revoked; one that has healed its first steps is trusted. */
async function judgeCanary(group: GroupRecord, context: PassContext): Promise<void> {
  const { healed, returned, healedInARow } = group.recent;
  const [first = 1, second = 0] = context.policy.canary;
  if (returned > 0 && healed === 0) return stopGroup(group, { why: 'the first letter on which its proposed repair was tried died again' }, context);
  if (healedInARow >= first + second) await context.ledger.moveRemedy(group.signature, 'canary', 'trusted', context.clock.now());
}

async function stopGroup({ signature, queue }: GroupRecord, { why, until }: Pick<BreakerStop, 'why' | 'until'>, context: PassContext): Promise<void> {
  const event = { type: 'finished' as const, actor: 'mendq', detail: { outcome: 'escalated', why } };
  const escalated = await context.ledger.openBreaker(signature, { why, event, ...(until === undefined ? {} : { until }) }, context.clock.now());
  context.emit('breaker-opened', { signature, queue, why, ...(until === undefined ? {} : { until }) });
  for (let start = 0; start < escalated.length; start += BODIES) {
    const records = await context.ledger.list({ ids: escalated.slice(start, start + BODIES), limit: BODIES });
    for (const record of records) context.emit('letter-finished', { letter: summaryOf(record), outcome: 'escalated', why });
  }
}

/** Tells of outcomes with the payloads that died, which watching itself does not read. */
async function tellOutcomes(finished: readonly WatchedLetter[], context: PassContext): Promise<void> {
  for (let start = 0; start < finished.length; start += BODIES) {
    const part = finished.slice(start, start + BODIES);
    const records = new Map((await context.ledger.list({ ids: part.map(({ record }) => record.id), limit: BODIES })).map((record) => [record.id, record] as const));
    for (const { record, ...news } of part) context.emit('letter-finished', { letter: summaryOf(records.get(record.id) ?? record), ...news });
  }
}
