import type { RawLetter } from '../../../core/dead-letter.ts';
import type { Cursor, Page } from '../../contract.ts';
import { fromCursor, toCursor } from '../cursor.ts';
import { fitting, PAGE_LETTERS } from '../page-size.ts';
import { evaluate } from './evaluate.ts';
import { toHash, toRawLetter } from './job-hash.ts';
import { PAGE_SCRIPT } from './lua/page.ts';
import type { RedisQueue } from './redis-queue.ts';
import { withFailedChildren } from './relatives.ts';
import { readAll, toText, type RedisCommand } from './send.ts';

/** A member of the failed set. */
interface Member {
  readonly id: string;
  readonly score: string;
}

/**
 * A page of the failed set in its own order. BullMQ's `getFailed` is no help here: it pages by rank, which skips jobs
 * while others leave the set, and one corrupt job makes it throw for the whole page.
 */
export async function read(queue: RedisQueue, after?: Cursor, limit: number = PAGE_LETTERS): Promise<Page> {
  const position = fromCursor(after);
  const members = await membersAfter(queue, position ?? { finishedOn: '-inf', id: '' }, limit);
  const sizes = await sizesOf(queue, members);
  const taken = members.slice(0, fitting(sizes.map(({ loaded }) => loaded)));
  const letters = await load(queue, taken, sizes);
  const last = taken.at(-1);
  const isLast = members.length < limit && taken.length === members.length;
  return { letters, ...(isLast || last === undefined ? {} : { next: toCursor({ finishedOn: last.score, id: last.id }) }) };
}

/** The present dead letter of each id, at its index. */
export async function look(queue: RedisQueue, ids: readonly string[]): Promise<readonly (RawLetter | undefined)[]> {
  const scores = await readAll(queue.redis, queue.place, ids.map((id) => ['ZSCORE', queue.keys.of('failed'), id]));
  const members = ids.flatMap((id, index) => {
    const score = toText(scores[index]);
    return score === undefined ? [] : [{ id, score }];
  });
  const letters = await load(queue, members, await sizesOf(queue, members));
  const found = new Map(letters.map((letter) => [letter.messageId, letter]));
  return ids.map((id) => found.get(id));
}

async function membersAfter(queue: RedisQueue, position: { finishedOn: string; id: string }, limit: number): Promise<readonly Member[]> {
  const reply = (await evaluate(queue, PAGE_SCRIPT, [queue.keys.of('failed')], [position.finishedOn, position.id, limit])) as string[];
  return reply.flatMap((id, index) => (index % 2 === 0 ? [{ id, score: reply[index + 1] ?? '' }] : []));
}

async function sizesOf(queue: RedisQueue, members: readonly Member[]): Promise<readonly { readonly body: number; readonly loaded: number }[]> {
  const commands = members.flatMap(({ id }): RedisCommand[] => [['HSTRLEN', queue.keys.of(id), 'data'], ['HSTRLEN', queue.keys.of(id), 'stacktrace']]);
  const replies = (await readAll(queue.redis, queue.place, commands)).map(Number);
  return members.map((_, index) => {
    const body = replies[index * 2] || 0;
    return { body, loaded: (body > queue.payloadBytes ? 0 : body) + (replies[index * 2 + 1] || 0) };
  });
}

/** Hash first, score last: a job whose score did not change in between was dead all the time, so both belong together. */
async function load(queue: RedisQueue, members: readonly Member[], sizes: readonly { readonly body: number }[]): Promise<readonly RawLetter[]> {
  const isOversize = (index: number): boolean => (sizes[index]?.body ?? 0) > queue.payloadBytes;
  const oversize = members.filter((_, index) => isOversize(index));
  const names = await fieldsWithoutData(queue, oversize);
  const commands = members.flatMap(({ id }): RedisCommand[] => {
    const fields = names.get(id);
    return [fields === undefined ? ['HGETALL', queue.keys.of(id)] : ['HMGET', queue.keys.of(id), ...fields], ['ZSCORE', queue.keys.of('failed'), id]];
  });
  const replies = await readAll(queue.redis, queue.place, commands);
  const letters = members.flatMap(({ id, score }, index) => {
    const fields = names.get(id);
    const reply = replies[index * 2];
    const hash = toHash(fields === undefined ? reply : zipped(fields, reply));
    if (hash === undefined || toText(replies[index * 2 + 1]) !== score) return [];
    return [toRawLetter(hash, { queue: queue.name, prefix: queue.keys.prefix, id, score, ...(fields === undefined ? {} : { oversize: sizes[index]?.body ?? 0 }) })];
  });
  return withFailedChildren(queue, letters);
}

async function fieldsWithoutData(queue: RedisQueue, members: readonly Member[]): Promise<ReadonlyMap<string, readonly Buffer[]>> {
  const replies = await readAll(queue.redis, queue.place, members.map(({ id }) => ['HKEYS', queue.keys.of(id)]));
  return new Map(members.flatMap(({ id }, index) => {
    const names = ((replies[index] ?? []) as Buffer[]).filter((name) => name.toString('utf8') !== 'data');
    return names.length === 0 ? [] : [[id, names] as const];
  }));
}

function zipped(names: readonly Buffer[], reply: unknown): readonly Buffer[] {
  const values = Array.isArray(reply) ? (reply as (Buffer | null)[]) : [];
  return names.flatMap((name, index) => (values[index] instanceof Buffer ? [name, values[index]] : []));
}
