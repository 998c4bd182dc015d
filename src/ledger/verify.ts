import { and, eq, gt, notExists, sql } from 'drizzle-orm';
import type { LetterId } from '../core/dead-letter.ts';
import { sha256 } from '../core/hash.ts';
import type { EventRow } from './audit.ts';
import { CHAIN_START, type ChainVerification, ERASING_TYPES, hashOfEvent, isErased } from './audit-event.ts';
import type { Database, Session } from './database.ts';
import { sealsIn } from './erase-details.ts';
import { events, letters } from './schema.ts';

const PAGE = 500;

type Broken = ChainVerification['broken'][number];

/** A letter's head and its events, read in one statement so that no writer comes between. */
interface Chain {
  readonly letter: LetterId;
  readonly sequence: number;
  readonly hash: string;
  readonly events: readonly EventRow[];
}

/** Recomputes chains page by page, a transaction each. See `Ledger.verify`. */
export async function verifyChains(database: Database, id: LetterId | undefined): Promise<ChainVerification> {
  const result = { letters: 0, events: 0, broken: [] as Broken[] };
  let after = '';
  for (;;) {
    const position = after;
    const page = await database.transaction((session) => readChains(session, id, position));
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.letter;
    result.letters += page.length;
    result.events += page.reduce((total, chain) => total + chain.events.length, 0);
    result.broken.push(...page.flatMap((chain) => breakOf(chain) ?? []));
  }
  const orphans = await database.transaction((session) => orphansOf(session, id));
  return { ...result, broken: [...result.broken, ...orphans] };
}

async function readChains(session: Session, id: LetterId | undefined, after: LetterId): Promise<Chain[]> {
  const page = session
    .select({ id: letters.id, eventSequence: letters.eventSequence, eventHash: letters.eventHash })
    .from(letters)
    .where(and(gt(letters.id, after), id === undefined ? undefined : eq(letters.id, id)))
    .orderBy(letters.id)
    .limit(PAGE)
    .as('page');
  const rows = await session.select().from(page).leftJoin(events, eq(events.letter, page.id)).orderBy(page.id, events.sequence);
  const chains = new Map<LetterId, Chain & { readonly events: EventRow[] }>();
  for (const { page: head, events: event } of rows) {
    const chain = chains.get(head.id) ?? { letter: head.id, sequence: head.eventSequence, hash: head.eventHash, events: [] };
    if (event !== null) chain.events.push(event);
    chains.set(head.id, chain);
  }
  return [...chains.values()];
}

function breakOf(chain: Chain): Broken | undefined {
  const { letter } = chain;
  const erasure = erasureOf(chain.events);
  let previousHash = CHAIN_START;
  for (const [index, event] of chain.events.entries()) {
    const sequence = index + 1;
    const why = placeFlaw(event, sequence, previousHash) ?? contentFlaw(event, erasure);
    if (why !== undefined) return { letter, sequence, why };
    previousHash = event.hash;
  }
  const length = chain.events.length;
  if (length < chain.sequence) return { letter, sequence: length + 1, why: 'the event is missing' };
  if (length > chain.sequence) return { letter, sequence: chain.sequence + 1, why: 'the event was not written with its letter' };
  return previousHash === chain.hash ? undefined : { letter, sequence: length, why: 'the event is not the one that its letter names as the last' };
}

function placeFlaw(event: EventRow, sequence: number, previousHash: string): string | undefined {
  if (event.sequence !== sequence) return event.sequence > sequence ? 'the event is missing' : 'the event was inserted';
  return event.previousHash === previousHash ? undefined : 'the event does not follow the one before it';
}

function contentFlaw(event: EventRow, erasure: Erasure): string | undefined {
  const erased = isErased(event);
  if (erased && (event.sequence >= erasure.last || isErasing(event))) return 'the detail was erased, and no event says so';
  if (!erased && event.detailHash !== null && event.detailHash !== sha256(event.detailText)) return 'the event was changed';
  const hash = hashOfEvent(event);
  return hash === event.hash || (erased && erasure.seals.get(event.sequence) === hash) ? undefined : 'the event was changed';
}

/** What the events of a chain say of erased details. */
interface Erasure {
  /** Sequence of the last event that says that details were erased; -1 where none does. */
  readonly last: number;
  /** For events whose own hash covers the detail that is gone: the hash that they have without it. */
  readonly seals: ReadonlyMap<number, string>;
}

function erasureOf(chain: readonly EventRow[]): Erasure {
  const erasing = chain.filter(isErasing);
  return { last: erasing.at(-1)?.sequence ?? -1, seals: new Map(erasing.flatMap((event) => sealsIn(event.detailText))) };
}

function isErasing({ type }: EventRow): boolean {
  return ERASING_TYPES.includes(type);
}

/** Events whose letter is gone. */
async function orphansOf(session: Session, id: LetterId | undefined): Promise<Broken[]> {
  const owner = session.select({ one: sql`1` }).from(letters).where(eq(letters.id, events.letter));
  const rows = await session
    .selectDistinct({ letter: events.letter })
    .from(events)
    .where(and(notExists(owner), id === undefined ? undefined : eq(events.letter, id)))
    .orderBy(events.letter);
  return rows.map(({ letter }) => ({ letter, sequence: 1, why: 'the letter of the event is missing' }));
}
