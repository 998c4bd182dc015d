import type { Position } from '../../cursor.ts';
import { readAll, send, toText, type RedisCommand } from '../../redis/send.ts';
import type { RedisQueue } from '../../redis/redis-queue.ts';
import { CopyNotes } from '../copy-notes.ts';
import { IDS_SCRIPT } from './lua/load.ts';

/** Timestamps asked for in one round trip. */
const ROUND_TRIP = 1000;

/**
 * The order in which copies are read. A list has no key to go on from while others leave it, so copies are ordered by
 * when they were added and then by id; the times are fetched once a copy. Between two pages the rest of the order is
 * remembered, so that a reading costs one look at the whole queue, and a new one only where it is continued elsewhere.
 */
export class CopyIndex {
  readonly #copies: RedisQueue;
  #times = new Map<string, string>();
  readonly notes = new CopyNotes();
  #rest: { readonly after: Position; readonly positions: readonly Position[] } | undefined;

  constructor(copies: RedisQueue) {
    this.#copies = copies;
  }

  /** The copies behind `after`, oldest first. `isWhole` where they are all that there are now. */
  async behind(after: Position | undefined): Promise<{ readonly positions: readonly Position[]; readonly isWhole: boolean }> {
    if (after !== undefined && this.#rest !== undefined && compare(this.#rest.after, after) === 0 && this.#rest.positions.length > 0) {
      return { positions: this.#rest.positions, isWhole: false };
    }
    const positions = (await this.#scan()).filter((position) => after === undefined || compare(position, after) > 0).toSorted(compare);
    return { positions, isWhole: true };
  }

  /** Remembers what follows a page that ended at `after`. */
  remember(after: Position, positions: readonly Position[]): void {
    this.#rest = { after, positions };
  }

  async #scan(): Promise<readonly Position[]> {
    const { redis, place, keys } = this.#copies;
    const ids = (await send(redis, place, async (client) => client.eval(IDS_SCRIPT, 1, keys.of('meta'), keys.of('')))) as string[];
    const times = new Map(ids.flatMap((id) => (this.#times.has(id) ? [[id, this.#times.get(id) ?? '0'] as const] : [])));
    const unknown = ids.filter((id) => !times.has(id));
    for (let start = 0; start < unknown.length; start += ROUND_TRIP) {
      const part = unknown.slice(start, start + ROUND_TRIP);
      const replies = await readAll(redis, place, part.map((id): RedisCommand => ['HGET', keys.of(id), 'timestamp']));
      for (const [index, id] of part.entries()) times.set(id, whole(toText(replies[index])));
    }
    this.#times = times;
    this.notes.keep((id) => times.has(id));
    return ids.map((id) => ({ finishedOn: times.get(id) ?? '0', id }));
  }
}

function whole(timestamp: string | undefined): string {
  return timestamp !== undefined && /^\d{1,15}$/.test(timestamp) ? timestamp : '0';
}

function compare(left: Position, right: Position): number {
  const difference = Number(left.finishedOn) - Number(right.finishedOn);
  if (difference !== 0) return difference;
  if (left.id === right.id) return 0;
  return left.id < right.id ? -1 : 1;
}
