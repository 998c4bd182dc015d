import { desc, sql } from 'drizzle-orm';
import { type LetterId, letterIdOf, type RawLetter } from '../core/dead-letter.ts';
import { sha256 } from '../core/hash.ts';
import type { LetterState } from '../core/outcome.ts';
import { CHAIN_START } from './audit-event.ts';
import { insertRows } from './bulk-rows.ts';
import type { LetterRecord, RecordResult } from './contract.ts';
import { arrayOf, isAmong, lockName, rowsOf, type Session } from './database.ts';
import { type LetterChanges, type LetterHead, lockLetters } from './letter-changes.ts';
import { type LetterRow, readLetters, toLetterRecord } from './letter-rows.ts';
import { letters } from './schema.ts';

/** What becomes of a letter whose message died again; all other states stay as they are. */
const FATES: Partial<Record<LetterState, 'returned' | 'superseded'>> = {
  replayed: 'returned',
  healed: 'returned',
  presumed: 'returned',
  seen: 'superseded',
  planned: 'superseded',
  claimed: 'superseded',
  escalated: 'superseded',
  parked: 'superseded',
};

/** States after which a new death means that a replay of mendq's has failed. */
const REPLAYED: readonly LetterState[] = ['intent', 'replayed', 'healed', 'presumed', 'returned'];

/** Stores letters that are new, in the order in which they died, and settles what came before them. See `Ledger.record`. */
export async function recordLetters(session: Session, given: readonly RawLetter[], now: Date): Promise<RecordResult[]> {
  const ids = given.map(letterIdOf);
  // One recording of a queue at a time: two deaths of one message must see each other.
  for (const queue of [...new Set(given.map((letter) => letter.queue))].toSorted()) await lockName(session, 'record', queue);
  const known = await knownIds(session, ids);
  const fresh = new Map<LetterId, RawLetter>();
  for (const [index, letter] of given.entries()) {
    const id = ids[index];
    if (id !== undefined && !known.has(id) && !fresh.has(id)) fresh.set(id, letter);
  }
  const records = await storeFresh(session, fresh, now);
  for (const record of await readLetters(session, [...known])) records.set(record.id, record);
  return resultsOf(ids, records, fresh);
}

function resultsOf(ids: readonly LetterId[], records: ReadonlyMap<LetterId, LetterRecord>, fresh: ReadonlyMap<LetterId, RawLetter>) {
  const mentioned = new Set<LetterId>();
  return ids.flatMap((id): RecordResult[] => {
    const record = records.get(id);
    const first = !mentioned.has(id);
    mentioned.add(id);
    return record === undefined ? [] : [{ record, fresh: first && fresh.has(id) }];
  });
}

async function knownIds(session: Session, ids: readonly LetterId[]): Promise<Set<LetterId>> {
  const rows = await session.select({ id: letters.id }).from(letters).where(isAmong(letters.id, ids));
  return new Set(rows.map((row) => row.id));
}

async function storeFresh(session: Session, fresh: ReadonlyMap<LetterId, RawLetter>, now: Date): Promise<Map<LetterId, LetterRecord>> {
  if (fresh.size === 0) return new Map();
  const latest = await latestDeaths(session, [...fresh.values()]);
  const changes = await lockLetters(session, [...latest.values()], now);
  const byDeath = [...fresh].toSorted(([, left], [, right]) => left.failure.at.getTime() - right.failure.at.getTime());
  for (const [id, letter] of byDeath) {
    const message = messageKeyOf(letter);
    const before = changes.head(latest.get(message) ?? '');
    if (before !== undefined) settle(changes, before, id, now);
    addLetter(changes, id, letter, before);
    latest.set(message, id);
  }
  const rows = [...fresh].map(([id, letter]) => toRow(letter, changes.head(id) ?? newHead(id, letter, 0), now));
  await insertRows(session, letters, rows);
  await changes.save();
  return new Map(rows.map((row) => [row.id, toLetterRecord(row)]));
}

/** The same for all deaths of one message, and for no other message that uses its id. */
function messageKeyOf(letter: RawLetter): string {
  return sha256(letter.queue, letter.messageId, String(letter.enqueuedAt.getTime()));
}

/** The letter that was recorded last for each of the messages. */
async function latestDeaths(session: Session, fresh: readonly RawLetter[]): Promise<Map<string, LetterId>> {
  const messages = [...new Map(fresh.map((letter) => [messageKeyOf(letter), letter]))];
  const column = <Value>(read: (letter: RawLetter) => Value) => messages.map(([, letter]) => read(letter));
  const rows = await rowsOf<{ readonly id: LetterId; readonly place: number | string | bigint }>(
    session,
    sql`
      select distinct on (message.place) ${letters.id} as id, message.place as place
      from unnest(
        ${arrayOf(letters.messageHash, column((letter) => sha256(letter.messageId)))},
        ${arrayOf(letters.queue, column((letter) => letter.queue))},
        ${arrayOf(letters.enqueuedAt, column((letter) => letter.enqueuedAt))}
      ) with ordinality as message (message_hash, queue, enqueued_at, place)
      join ${letters} on ${letters.messageHash} = message.message_hash and ${letters.queue} = message.queue
        and ${letters.enqueuedAt} = message.enqueued_at
      order by message.place, ${desc(letters.recordedAt)}, ${desc(letters.failedAt)}, ${desc(letters.round)}, ${desc(letters.id)}`,
  );
  return new Map(rows.map((row) => [messages[Number(row.place) - 1]?.[0] ?? '', row.id]));
}

function settle(changes: LetterChanges, before: LetterHead, next: LetterId, now: Date): void {
  const fate = FATES[before.state];
  if (fate === undefined) return;
  const why = fate === 'returned' ? `Its replay died again, as ${next}.` : `The message died again, as ${next}, before mendq had replayed it.`;
  changes.change(
    before,
    { state: fate, why, hold: null, dueAt: null, outcomeAt: now, leaseOwner: null, leaseUntil: null },
    { type: 'finished', actor: 'mendq', detail: { outcome: fate, next } },
  );
}

function addLetter(changes: LetterChanges, id: LetterId, letter: RawLetter, before: LetterHead | undefined): void {
  const round = before === undefined ? 0 : before.round + (REPLAYED.includes(before.state) ? 1 : 0);
  const detail = { round, bodyHash: sha256(letter.body), ...(before === undefined ? {} : { previous: before.id }) };
  changes.add(newHead(id, letter, round), { type: 'seen', actor: 'mendq', detail });
}

function newHead(id: LetterId, letter: RawLetter, round: number): LetterHead {
  const { queue, name } = letter;
  return {
    ...{ id, queue, name, round, state: 'seen', why: '', earlierSignatures: [], eventSequence: 0, eventHash: CHAIN_START },
    ...{ hold: null, dueAt: null, replayId: null, replayedAt: null, outcomeAt: null, leaseOwner: null, leaseUntil: null },
    ...{ signature: null, keyHash: null, intent: null, intentSequence: null, strippedAt: null, forgottenFor: null },
  };
}

function toRow(letter: RawLetter, head: LetterHead, now: Date): LetterRow {
  const { messageId, epoch, broker, body, oversize = null, headers, failure, attempts, enqueuedAt } = letter;
  return {
    ...head,
    ...{ messageId, messageHash: sha256(messageId), epoch, broker, body, oversize, headers, attempts, enqueuedAt },
    ...{ reason: failure.reason, stack: failure.stack, failedAt: failure.at, recordedAt: now },
    ...{ decidedAt: null, failureSignature: null, diagnosis: null, plan: null, planBody: null, idempotencyKey: null, revision: null },
  };
}
