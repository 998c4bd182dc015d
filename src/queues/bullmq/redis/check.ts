import type { Finding } from '../../../core/finding.ts';
import { countFinding, retentionFindings, versionFinding } from '../failed-options.ts';
import { runningFindings } from '../running-findings.ts';
import { recordedVersion, type RedisQueue } from './redis-queue.ts';
import { sampledOptions } from './sampled-jobs.ts';
import { send } from './send.ts';
import { serverFindings } from './server-findings.ts';

/** Looks at the queue and at the server's settings that could lose letters. Changes nothing. */
export async function check(queue: RedisQueue): Promise<readonly Finding[]> {
  const { redis, place, keys, scripts, name } = queue;
  const failed = await send(redis, place, async () => redis.zcard(keys.of('failed')));
  const isPaused = (await send(redis, place, async () => redis.hexists(keys.of('meta'), 'paused'))) === 1;
  const workers = await connectedWorkers(queue);
  return [
    versionFinding(name, (await recordedVersion(queue)) ?? undefined, scripts.version, queue.bullmqFrom),
    ...priorityFinding(queue),
    countFinding(name, failed),
    ...retentionFindings(name, await sampledOptions(queue)),
    ...runningFindings(name, { isPaused, failed, skew: await clockSkew(queue), ...(workers === undefined ? {} : { workers }) }),
    ...(await serverFindings(queue)),
  ];
}

/** Workers give their connections the queue's name; `undefined` where this user may not ask, or on a cluster, where each node knows its own. */
async function connectedWorkers({ redis, keys, name }: RedisQueue): Promise<number | undefined> {
  if ('nodes' in redis) return undefined;
  const list: unknown = await redis.client('LIST').catch(() => undefined);
  if (typeof list !== 'string') return undefined;
  const own = `${keys.prefix}:${Buffer.from(name).toString('base64')}`;
  return list.split('\n').filter((line) => {
    const client = / name=(\S*)/.exec(line)?.[1];
    return client === own || client?.startsWith(`${own}:w:`) === true;
  }).length;
}

async function clockSkew({ redis, clock }: RedisQueue): Promise<number> {
  const before = clock.now().getTime();
  const reply = await redis.time().catch(() => undefined);
  const [seconds, microseconds] = (reply ?? []).map(Number);
  return seconds === undefined || microseconds === undefined ? 0 : seconds * 1000 + microseconds / 1000 - (before + clock.now().getTime()) / 2;
}

function priorityFinding({ scripts, name }: RedisQueue): readonly Finding[] {
  if (scripts.keepsPriority) return [];
  return [{
    severity: 'warning',
    subject: `queue ${name}`,
    message: `bullmq ${scripts.version} drops the priority of a job that is put back, so mendq leaves jobs with a priority to a person`,
    fix: 'Update bullmq to 6.7.0 or later, in the workers too.',
  }];
}
