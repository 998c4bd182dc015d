import { PAGE_BYTES } from '../../page-size.ts';
import { send } from '../../redis/send.ts';
import type { StoredCopy } from '../stored-copy.ts';
import { WRAPPER_BYTES } from '../wrapper-bytes.ts';
import type { CopyQueue } from './copy-queue.ts';
import { LOAD_SCRIPT } from './lua/load.ts';
import { toStoredCopy } from './stored-hash.ts';

/** Copies asked for in one script: while it runs, Redis serves nobody else. */
const SCRIPT_COPIES = 100;

/** As many of the copies, from the first on, as fit into one page; `undefined` for those that no longer are there. */
export async function loadPage({ copies }: CopyQueue, ids: readonly string[]): Promise<readonly (StoredCopy | undefined)[]> {
  const loaded: (StoredCopy | undefined)[] = [];
  const longest = copies.payloadBytes + WRAPPER_BYTES;
  let room = PAGE_BYTES;
  while (loaded.length < ids.length && room > 0) {
    const part = ids.slice(loaded.length, loaded.length + SCRIPT_COPIES);
    const reply = await send(copies.redis, copies.place, async (redis) =>
      redis.callBuffer('EVAL', LOAD_SCRIPT, 1, copies.keys.of('meta'), copies.keys.of(''), longest, room, ...part));
    const results = (reply as unknown[]).map((entry, index) => toStoredCopy(part[index] ?? '', entry, longest));
    loaded.push(...results);
    room -= results.reduce((bytes, copy) => bytes + (copy?.data.byteLength ?? 0), 0);
    if (results.length < part.length) break;
  }
  return loaded;
}

/** All of the copies, each at the index of its id. */
export async function loadAll(queue: CopyQueue, ids: readonly string[]): Promise<readonly (StoredCopy | undefined)[]> {
  const loaded: (StoredCopy | undefined)[] = [];
  while (loaded.length < ids.length) loaded.push(...(await loadPage(queue, ids.slice(loaded.length))));
  return loaded;
}
