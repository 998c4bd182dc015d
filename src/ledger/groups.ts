import { desc, sql } from 'drizzle-orm';
import { IN_FLIGHT_STATES, type LetterState } from '../core/outcome.ts';
import type { Signature } from '../core/signature.ts';
import { insertRows } from './bulk-rows.ts';
import type { GroupRecord, RecordedDecision } from './contract.ts';
import { arrayOf, isAmong, type Session } from './database.ts';
import { present } from './letter-rows.ts';
import { addOutcomes, noteOutcome, type Countable, type NewOutcomes } from './recent-outcomes.ts';
import { groups } from './schema.ts';

type GroupRow = typeof groups.$inferSelect;

/** A letter before and after a change. */
export interface Move {
  readonly before: Countable;
  readonly after: Countable;
}

type Counters = Pick<GroupRow, 'letters' | 'inFlight' | 'healed' | 'returned'>;
type CounterName = keyof Counters;

const COUNTER_NAMES: readonly CounterName[] = ['letters', 'inFlight', 'healed', 'returned'];
const COUNTER_OF_STATE: Partial<Record<LetterState, CounterName>> = {
  ...Object.fromEntries(IN_FLIGHT_STATES.map((state) => [state, 'inFlight'])),
  healed: 'healed',
  presumed: 'healed',
  returned: 'returned',
};

/** Adds up what moves of letters change in the counters of their groups and writes it, in the order of the signatures. */
export async function countMoves(session: Session, moves: readonly Move[], now: Date): Promise<void> {
  const deltas = new Map<Signature, Counters>();
  const outcomes = new Map<Signature, NewOutcomes>();
  for (const { before, after } of moves) {
    add(deltas, before.signature, COUNTER_OF_STATE[before.state], -1);
    add(deltas, after.signature, COUNTER_OF_STATE[after.state], 1);
    if (isNewcomer(before, after)) add(deltas, after.signature, 'letters', 1);
    noteOutcome(outcomes, before, after);
  }
  const changed = [...deltas].filter(([, counters]) => COUNTER_NAMES.some((name) => counters[name] !== 0));
  if (changed.length === 0) return;
  const signatures = changed.map(([signature]) => signature);
  await lockGroups(session, signatures);
  const delta = (name: CounterName) => arrayOf(groups[name], changed.map(([, counters]) => counters[name]));
  await session.execute(sql`
    update ${groups} as target
    set letters = target.letters + delta.letters, in_flight = target.in_flight + delta.in_flight,
        healed = target.healed + delta.healed, returned = target.returned + delta.returned
    from unnest(${arrayOf(groups.signature, signatures)}, ${delta('letters')}, ${delta('inFlight')}, ${delta('healed')},
      ${delta('returned')}) as delta (signature, letters, in_flight, healed, returned)
    where target.signature = delta.signature`);
  await addOutcomes(session, outcomes, now);
}

function isNewcomer(before: Countable, after: Countable): boolean {
  const { signature } = after;
  return signature !== null && signature !== before.signature && !before.earlierSignatures.includes(signature);
}

function add(deltas: Map<Signature, Counters>, signature: Signature | null, name: CounterName | undefined, by: number): void {
  if (signature === null || name === undefined) return;
  const counters = deltas.get(signature) ?? { letters: 0, inFlight: 0, healed: 0, returned: 0 };
  counters[name] += by;
  deltas.set(signature, counters);
}

/** Locks groups in the order of their signatures, which every transaction keeps, and gives them by signature. */
export async function lockGroups(session: Session, signatures: readonly Signature[]): Promise<Map<Signature, GroupRow>> {
  const rows = await session.select().from(groups).where(isAmong(groups.signature, signatures)).orderBy(groups.signature).for('update');
  return new Map(rows.map((row) => [row.signature, row]));
}

/** A decision with the queue and name of the letter that it was made for. */
export interface Sighting {
  readonly queue: string;
  readonly name: string;
  readonly decision: RecordedDecision;
}

/** Creates the groups that are new, with no letters yet, and notes the latest diagnosis on the others. */
export async function sightGroups(session: Session, sightings: readonly Sighting[], now: Date): Promise<void> {
  const latest = new Map(sightings.map((sighting) => [sighting.decision.signatures.shape, sighting]));
  const rows = [...latest]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([signature, { queue, name, decision }]) => ({
      ...{ signature, queue, name, firstSeenAt: now, lastSeenAt: now, letters: 0, inFlight: 0, healed: 0, returned: 0 },
      ...{ recentHealed: 0, recentReturned: 0, healedInARow: 0, breakerOpenings: 0 },
      ...{ cause: decision.diagnosis.cause, rule: decision.diagnosis.rule, why: decision.diagnosis.why },
    }));
  const update = sql`on conflict (signature) do update set
    cause = excluded.cause, rule = excluded.rule, why = excluded.why, last_seen_at = excluded.last_seen_at`;
  await insertRows(session, groups, rows, update);
}

/** Groups by signature, or all of them, most letters first. */
export async function readGroups(session: Session, signatures: readonly Signature[] | undefined): Promise<GroupRecord[]> {
  const rows = await session
    .select()
    .from(groups)
    .where(signatures === undefined ? undefined : isAmong(groups.signature, signatures))
    .orderBy(desc(groups.letters), groups.signature);
  return rows.map(toGroupRecord);
}

function toGroupRecord(row: GroupRow): GroupRecord {
  const { recentHealed, recentReturned, healedInARow, lastOutcomeAt, breakerOpenedAt, breakerWhy, breakerUntil, breakerOpenings, ...group } = row;
  const breaker =
    breakerOpenedAt === null
      ? undefined
      : { openedAt: breakerOpenedAt, why: breakerWhy ?? '', openings: breakerOpenings, ...present({ until: breakerUntil }) };
  return { ...group, recent: { healed: recentHealed, returned: recentReturned, healedInARow, ...present({ lastAt: lastOutcomeAt }) }, ...present({ breaker }) };
}
