import type { Finding } from '../../../core/finding.ts';
import type { RedisQueue } from './redis-queue.ts';

type Facts = ReadonlyMap<string, string>;

/** The oldest server that BullMQ recommends. */
const OLDEST = [6, 2] as const;

/** Looks at what the server does with jobs when it runs out of memory, restarts or fails over. */
export async function serverFindings(queue: RedisQueue): Promise<readonly Finding[]> {
  const facts = new Map((await Promise.all(['server', 'memory', 'persistence', 'replication'].map(async (section) => info(queue, section)))).flat());
  return [
    ...versionFindings(queue, facts),
    ...memoryFindings(queue, facts),
    ...persistenceFindings(queue, facts, { save: await configured(queue, 'save'), fsync: await configured(queue, 'appendfsync') }),
    ...replicationFindings(queue, facts, await configured(queue, 'min-replicas-to-write')),
  ];
}

function versionFindings({ name, place }: RedisQueue, facts: Facts): readonly Finding[] {
  const version = facts.get('redis_version');
  if (version === undefined) return [];
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
  const message = `${place.address} runs Redis ${version}`;
  return [isOld ? { severity: 'warning', subject: `queue ${name}`, message: `${message}, and BullMQ asks for ${OLDEST.join('.')}`, fix: `Update the server to ${OLDEST.join('.')} or later.` } : { severity: 'ok', subject: `queue ${name}`, message }];
}

function memoryFindings({ name, place }: RedisQueue, facts: Facts): readonly Finding[] {
  const policy = facts.get('maxmemory_policy');
  if (policy === undefined || policy === 'noeviction') return [];
  return [{
    severity: facts.get('maxmemory') === '0' ? 'warning' : 'error',
    subject: `queue ${name}`,
    message: `${place.address} has maxmemory-policy ${policy}: when memory runs out, Redis drops jobs`,
    fix: 'Run CONFIG SET maxmemory-policy noeviction, and set it in redis.conf.',
  }];
}

function persistenceFindings({ name, place }: RedisQueue, facts: Facts, { save, fsync }: { save: string | undefined; fsync: string | undefined }): readonly Finding[] {
  if (!facts.has('aof_enabled')) return [];
  const subject = `queue ${name}`;
  const fix = 'Run CONFIG SET appendonly yes, and set it in redis.conf.';
  if (facts.get('aof_enabled') !== '1') {
    const loses = save === '' ? 'writes nothing to disk: a restart loses every job' : 'keeps snapshots only: a crash takes back every job since the last one';
    return [{ severity: 'warning', subject, message: `${place.address} ${loses}`, fix }];
  }
  if (fsync === 'no') return [{ severity: 'warning', subject, message: `${place.address} has appendfsync no: a crash takes back what the system had not written`, fix: 'Run CONFIG SET appendfsync everysec, and set it in redis.conf.' }];
  return [{ severity: 'ok', subject, message: `${place.address} writes an append-only file (${fsync ?? 'appendfsync unknown'})${fsync === 'everysec' ? '; a crash may take back the last second, which mendq notices' : ''}` }];
}

function replicationFindings({ name, place }: RedisQueue, facts: Facts, minimum: string | undefined): readonly Finding[] {
  const replicas = Number(facts.get('connected_slaves') ?? 0);
  if (facts.get('role') !== 'master' || replicas === 0 || minimum !== '0') return [];
  return [{
    severity: 'warning',
    subject: `queue ${name}`,
    message: `${place.address} confirms writes that none of its ${replicas === 1 ? 'one replica' : `${replicas} replicas`} has: a failover may forget them, which mendq notices and repairs`,
    fix: 'Run CONFIG SET min-replicas-to-write 1, and set it in redis.conf.',
  }];
}

/** Facts that the server tells of itself; none where this user may not ask. */
async function info(queue: RedisQueue, section: string): Promise<readonly (readonly [string, string])[]> {
  const text = await queue.redis.info(section).catch(() => '');
  return text.split('\r\n').flatMap((line) => {
    const colon = line.indexOf(':');
    return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 1)] as const];
  });
}

/** A setting; `undefined` where this user may not ask, as on most managed servers. */
async function configured(queue: RedisQueue, setting: string): Promise<string | undefined> {
  const reply = await queue.redis.config('GET', setting).catch(() => undefined);
  return Array.isArray(reply) && typeof reply[1] === 'string' ? reply[1] : undefined;
}
