import type { Finding } from '../../../core/finding.ts';
import { countFinding, retentionFinding, SAMPLE, versionFinding } from '../failed-options.ts';
import { recordedVersion, type RedisQueue } from './redis-queue.ts';
import { readAll, send, toText } from './send.ts';

/** Looks at the queue and at the server's settings that could lose letters. Changes nothing. */
export async function check(queue: RedisQueue): Promise<readonly Finding[]> {
  const { redis, place, keys, scripts, name } = queue;
  const failed = await send(redis, place, async () => redis.zcard(keys.of('failed')));
  return [
    versionFinding(name, (await recordedVersion(queue)) ?? undefined, scripts.version, queue.bullmqFrom),
    ...priorityFinding(queue),
    countFinding(name, failed),
    retentionFinding(name, await sampledOptions(queue)),
    ...memoryFindings(queue, await info(queue, 'memory')),
    ...persistenceFindings(queue, await info(queue, 'persistence'), await configured(queue, 'save')),
  ];
}

async function sampledOptions(queue: RedisQueue): Promise<readonly string[]> {
  const ids = await send(queue.redis, queue.place, async (redis) => redis.zrevrange(queue.keys.of('failed'), 0, SAMPLE - 1));
  const replies = await readAll(queue.redis, queue.place, ids.map((id) => ['HGET', queue.keys.of(id), 'opts']));
  return replies.map((reply) => toText(reply) ?? '{}');
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

function memoryFindings({ name, place }: RedisQueue, facts: ReadonlyMap<string, string>): readonly Finding[] {
  const policy = facts.get('maxmemory_policy');
  if (policy === undefined || policy === 'noeviction') return [];
  return [{
    severity: facts.get('maxmemory') === '0' ? 'warning' : 'error',
    subject: `queue ${name}`,
    message: `${place.address} has maxmemory-policy ${policy}: when memory runs out, Redis drops jobs`,
    fix: 'Run CONFIG SET maxmemory-policy noeviction, and set it in redis.conf.',
  }];
}

function persistenceFindings({ name, place }: RedisQueue, facts: ReadonlyMap<string, string>, save: string | undefined): readonly Finding[] {
  const snapshots = save === undefined || save !== '';
  if (facts.get('aof_enabled') === '1' || snapshots || facts.size === 0) return [];
  return [{
    severity: 'warning',
    subject: `queue ${name}`,
    message: `${place.address} writes nothing to disk: a restart loses every job`,
    fix: 'Run CONFIG SET appendonly yes, and set it in redis.conf.',
  }];
}

/** Facts that the server tells of itself; none where this user may not ask. */
async function info(queue: RedisQueue, section: string): Promise<ReadonlyMap<string, string>> {
  const text = await queue.redis.info(section).catch(() => '');
  return new Map(text.split('\r\n').flatMap((line) => {
    const colon = line.indexOf(':');
    return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 1)] as const];
  }));
}

/** A setting; `undefined` where this user may not ask, as on most managed servers. */
async function configured(queue: RedisQueue, setting: string): Promise<string | undefined> {
  const reply = await queue.redis.config('GET', setting).catch(() => undefined);
  return Array.isArray(reply) && typeof reply[1] === 'string' ? reply[1] : undefined;
}
