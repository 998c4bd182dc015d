import { readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Forgotten } from './account.ts';
import { privateServers, storesOn, type PrivateRedis, type PrivateServer, type Servers } from './private-servers.ts';
import type { Broker, Stores } from './stores.ts';

/** A way in which a server ends and comes back. */
export interface Disaster {
  readonly name: string;
  readonly stores: Stores;
  readonly forgotten: Forgotten;
  /** Called at each command that mendq sends to the broker. */
  readonly onBrokerCommand?: () => void;
  /** Called before each pass. */
  readonly onPass?: () => void;
  /** Ends the server and starts it again. */
  strike(): Promise<void>;
}

/** The disasters of a broker, on servers that `close` ends. */
export async function disastersOf(broker: Broker, random: () => number): Promise<{ readonly disasters: readonly Disaster[]; readonly close: () => Promise<void> }> {
  const servers = privateServers();
  try {
    const ledger = await servers.postgres('ledger', ['ledger', 'effects']);
    const disasters = broker === 'bullmq-redis' ? await redisDisasters(servers, ledger, random) : await postgresDisasters(servers, ledger);
    return { disasters, close: servers.close };
  } catch (error) {
    await servers.close();
    throw error;
  }
}

async function redisDisasters(servers: Servers, ledger: PrivateServer, random: () => number): Promise<readonly Disaster[]> {
  const always = await servers.redis('always', ['--appendonly', 'yes', '--appendfsync', 'always']);
  const everySecond = await servers.redis('everysec', ['--appendonly', 'yes', '--appendfsync', 'everysec']);
  const nothing = await servers.redis('nothing');
  const stores = (redis: PrivateRedis): Stores => storesOn(servers, 'bullmq-redis', redis.url, ledger);
  return [
    { name: 'Redis without persistence', stores: stores(nothing), forgotten: 'everything', strike: () => restart(nothing, 'SIGKILL') },
    lossOfMoments(everySecond, stores(everySecond), random),
    { name: 'Redis with AOF always', stores: stores(always), forgotten: 'nothing', strike: () => restart(always, 'SIGKILL') },
    { name: 'PostgreSQL of the ledger', stores: stores(always), forgotten: 'nothing', strike: () => restart(ledger, 'SIGQUIT') },
  ];
}

async function postgresDisasters(servers: Servers, ledger: PrivateServer): Promise<readonly Disaster[]> {
  const queue = await servers.postgres('queue', ['queue']);
  const stores = storesOn(servers, 'bullmq-postgres', Object.assign(new URL(queue.url), { pathname: '/queue' }).href, ledger);
  return [
    { name: 'PostgreSQL of the queue', stores, forgotten: 'nothing', strike: () => restart(queue, 'SIGQUIT') },
    { name: 'PostgreSQL of the ledger', stores, forgotten: 'nothing', strike: () => restart(ledger, 'SIGQUIT') },
  ];
}

/** SIGQUIT is PostgreSQL's immediate mode: no checkpoint, so that it recovers as after a power cut. */
async function restart(server: PrivateServer, signal: NodeJS.Signals): Promise<void> {
  await server.crash(signal);
  await server.revive();
}

/** Commands of the present pass that may be forgotten together. */
const MOST_FORGOTTEN = 12;

/**
 * A machine that dies between two flushes: of the present pass, the last commands are missing in the file. Earlier
 * passes are kept, since a worker has acted on them, and nobody could tell its doubled work from mendq's.
 */
function lossOfMoments(redis: PrivateRedis, stores: Stores, random: () => number): Disaster {
  const folder = join(redis.directory, 'appendonlydir');
  const file = (): string => join(folder, readdirSync(folder).findLast((name) => name.endsWith('.incr.aof')) ?? '');
  let sizes: number[] = [];
  return {
    name: 'Redis with AOF everysec that loses its last moments',
    stores,
    forgotten: 'moments',
    onPass: () => { sizes = [statSync(file()).size]; },
    onBrokerCommand: () => void sizes.push(statSync(file()).size),
    strike: async () => {
      const back = 1 + Math.floor(random() * Math.min(MOST_FORGOTTEN, sizes.length));
      await redis.crash('SIGKILL');
      truncateSync(file(), sizes.at(-back) ?? 0);
      await redis.revive();
    },
  };
}
