import type { RawLetter } from '../../../core/dead-letter.ts';
import { FAILED_CHILD_FACT } from '../../../core/letter-facts.ts';
import type { LetterWait } from '../../contract.ts';
import { describeKey, failedChildKey, waitOf, type OpenChild } from '../relatives.ts';
import type { RedisQueue } from './redis-queue.ts';
import { readAll, toText, type RedisCommand } from './send.ts';

/** Most children of a parent that are looked at: enough to say what it waits for. */
const LOOKED_AT = 20;

/** Replies asked for about a named child: in which of its parent's sets it is. */
const SETS = 4;

/** States the failed child of those letters that name one in their failure and really have it, in one round trip. */
export async function withFailedChildren(queue: RedisQueue, letters: readonly RawLetter[]): Promise<readonly RawLetter[]> {
  const named = letters.map(({ failure }) => failedChildKey(failure.reason));
  const asked = letters.flatMap((letter, index) => (named[index] === undefined ? [] : [{ letter, key: named[index] }]));
  if (asked.length === 0) return letters;
  const replies = await readAll(queue.redis, queue.place, asked.flatMap(({ letter, key }): RedisCommand[] => {
    const job = queue.keys.of(letter.messageId);
    return [['ZSCORE', `${job}:unsuccessful`, key], ['SISMEMBER', `${job}:dependencies`, key], ['HEXISTS', `${job}:processed`, key], ['HEXISTS', `${job}:failed`, key]];
  }));
  const proved = new Set(asked.filter((_, place) => replies.slice(place * SETS, (place + 1) * SETS).some((reply) => reply === 1 || toText(reply) !== undefined)).map(({ letter }) => letter));
  return letters.map((letter, index) => {
    const key = named[index];
    return key === undefined || !proved.has(letter) ? letter : { ...letter, headers: { ...letter.headers, [FAILED_CHILD_FACT]: describeKey(key, queue.keys.prefix) } };
  });
}

/** Why jobs wait for children of theirs, at the index of their id; `undefined` where they have none that is open. */
export async function waits(queue: RedisQueue, ids: readonly string[]): Promise<readonly (LetterWait | undefined)[]> {
  const counts = (await readAll(queue.redis, queue.place, ids.flatMap((id): RedisCommand[] => [['SCARD', queue.keys.of(`${id}:dependencies`)], ['ZCARD', queue.keys.of(`${id}:unsuccessful`)]]))).map(Number);
  const totals = ids.map((_, index) => (counts[index * 2] || 0) + (counts[index * 2 + 1] || 0));
  const parents = ids.filter((_, index) => totals[index] !== 0);
  if (parents.length === 0) return ids.map(() => undefined);
  const children = await openChildren(queue, parents);
  return ids.map((id, index) => waitOf(children.get(id) ?? [], totals[index] ?? 0));
}

async function openChildren(queue: RedisQueue, parents: readonly string[]): Promise<ReadonlyMap<string, readonly OpenChild[]>> {
  const replies = await readAll(queue.redis, queue.place, parents.flatMap((id): RedisCommand[] => [
    ['ZRANGE', queue.keys.of(`${id}:unsuccessful`), 0, LOOKED_AT - 1], ['SRANDMEMBER', queue.keys.of(`${id}:dependencies`), LOOKED_AT],
  ]));
  const keysOf = (reply: unknown): readonly string[] => (Array.isArray(reply) ? reply.flatMap((key) => toText(key) ?? []) : []);
  const found = parents.map((_, index) => [...keysOf(replies[index * 2]), ...keysOf(replies[index * 2 + 1])]);
  const states = await statesOf(queue, [...new Set(found.flat())]);
  return new Map(parents.map((id, index) => [id, (found[index] ?? []).map((key) => ({ name: describeKey(key, queue.keys.prefix), state: states.get(key) ?? 'gone' }))]));
}

async function statesOf(queue: RedisQueue, keys: readonly string[]): Promise<ReadonlyMap<string, OpenChild['state']>> {
  const replies = await readAll(queue.redis, queue.place, keys.map((key) => ['HMGET', key, 'timestamp', 'finishedOn']));
  return new Map(keys.map((key, index) => {
    const [timestamp, finishedOn] = (Array.isArray(replies[index]) ? replies[index] : []).map(toText);
    if (timestamp === undefined) return [key, 'gone'];
    return [key, finishedOn === undefined ? 'unfinished' : 'failed'];
  }));
}
