import type { Finding } from '../../../../core/finding.ts';
import { versionFinding } from '../../failed-options.ts';
import { recordedVersion } from '../../redis/redis-queue.ts';
import { send } from '../../redis/send.ts';
import { copiesFindings, SAMPLE, workerFinding } from '../copy-findings.ts';
import type { CopyQueue } from './copy-queue.ts';
import { read } from './read.ts';

/** Looks at both queues. Changes nothing. */
export async function check(queue: CopyQueue): Promise<readonly Finding[]> {
  const { main, copies } = queue;
  const names = { main: main.name, copies: copies.name };
  const { keys, redis, place } = copies;
  const counts = await send(redis, place, async (client) => Promise.all([
    client.llen(keys.of('wait')), client.llen(keys.of('paused')), client.zcard(keys.of('prioritized')), client.zcard(keys.of('delayed')), client.zcard(keys.of('failed')),
  ]));
  const active = await send(redis, place, async (client) => client.llen(keys.of('active')));
  const { letters } = await read(queue, undefined, SAMPLE);
  return [
    versionFinding(main.name, (await recordedVersion(main)) ?? undefined, main.scripts.version, main.bullmqFrom),
    workerFinding(names, await workersOf(queue), active),
    ...copiesFindings(names, counts.reduce((sum, count) => sum + count, 0), letters),
  ];
}

/** BullMQ names the connections of its workers; where this user may not list them, the check that workers make for stalled jobs gives them away. */
async function workersOf({ copies }: CopyQueue): Promise<number> {
  const { redis, keys, name, place } = copies;
  const client = `${keys.prefix}:${Buffer.from(name).toString('base64')}`;
  const list = await redis.client('LIST').catch(() => undefined);
  if (typeof list !== 'string') return send(redis, place, async (connection) => connection.exists(keys.of('stalled-check')));
  return list.split('\n').filter((line) => {
    const own = / name=(\S*)/.exec(line)?.[1] ?? '';
    return own === client || own.startsWith(`${client}:w:`);
  }).length;
}
