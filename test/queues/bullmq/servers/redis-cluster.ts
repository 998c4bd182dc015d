import { Cluster, Redis } from 'ioredis';
import { freePort, redisServer, type RedisServer } from './redis-server.ts';
import { until } from './until.ts';

/** Three masters, the first with a replica. */
export interface RedisCluster {
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  /** A client of the caller's. */
  connect(): Cluster;
  /** Puts the slot of a key on the next master, key by key, while it is used. */
  moveSlotOf(key: string): Promise<void>;
  /** Ends the first master as a crash would and waits until its replica has taken over. */
  failFirstMaster(): Promise<void>;
  stop(): Promise<void>;
}

const SLOTS = 16_384;
const MASTERS = 3;

/** Starts a cluster. */
export async function redisCluster(): Promise<RedisCluster> {
  const servers = await Promise.all(Array.from({ length: MASTERS + 1 }, clusterNode));
  const links = servers.map(({ host, port }) => new Redis({ host, port, maxRetriesPerRequest: null }));
  for (const link of links) link.on('error', () => undefined);
  await join(servers.map(({ server, busPort }) => ({ port: server.port, busPort })), links);
  const nodes = servers.slice(0, MASTERS).map(({ host, port }) => ({ host, port }));
  return {
    nodes,
    connect: () => new Cluster([...nodes], { clusterRetryStrategy: (times) => Math.min(times * 50, 500), retryDelayOnFailover: 200, retryDelayOnClusterDown: 200, maxRedirections: 60 }),
    moveSlotOf: async (key) => moveSlot(links.slice(0, MASTERS), Number(await links[1]?.cluster('KEYSLOT', key))),
    failFirstMaster: async () => {
      await servers[0]?.server.kill();
      links[0]?.disconnect();
      await until('the replica is master', async () => (await links[MASTERS]?.role())?.[0] === 'master');
      await until('the cluster is whole', async () => (await links[1]?.cluster('INFO'))?.includes('cluster_state:ok') === true);
    },
    stop: async () => {
      for (const link of links) link.disconnect();
      for (const { server } of servers) await server.stop();
    },
  };
}

interface ClusterServer {
  readonly server: RedisServer;
  readonly busPort: number;
  readonly host: string;
  readonly port: number;
}

async function clusterNode(): Promise<ClusterServer> {
  const busPort = await freePort();
  const server = await redisServer(() => ['--cluster-enabled', 'yes', '--cluster-port', String(busPort), '--cluster-node-timeout', '1500', '--cluster-replica-validity-factor', '0']);
  return { server, busPort, host: server.host, port: server.port };
}

async function join(servers: readonly { readonly port: number; readonly busPort: number }[], links: readonly Redis[]): Promise<void> {
  const share = Math.ceil(SLOTS / MASTERS);
  const [first, ...others] = links;
  for (const [index, link] of links.slice(0, MASTERS).entries()) {
    await link.call('CLUSTER', 'ADDSLOTSRANGE', index * share, Math.min(SLOTS, (index + 1) * share) - 1);
  }
  for (const [index] of others.entries()) {
    const { port, busPort } = servers[index + 1] ?? { port: 0, busPort: 0 };
    await first?.call('CLUSTER', 'MEET', '127.0.0.1', port, busPort);
  }
  const isWhole = async (link: Redis): Promise<boolean> => /cluster_state:ok[^]*cluster_known_nodes:4/.test(await link.cluster('INFO'));
  await until('the cluster is made', async () => (await Promise.all(links.map(isWhole))).every(Boolean));
  const replica = links[MASTERS];
  await replica?.call('CLUSTER', 'REPLICATE', String(await first?.cluster('MYID')));
  await until('the replica follows', async () => String(await replica?.info('replication')).includes('master_link_status:up'));
}

async function moveSlot(masters: readonly Redis[], slot: number): Promise<void> {
  const ids = await Promise.all(masters.map(async (master) => master.cluster('MYID')));
  const ranges = (await masters[1]?.cluster('SLOTS')) ?? [];
  const from = ids.indexOf(ranges.find(([first, last]) => slot >= first && slot <= last)?.[2]?.[2] ?? '');
  const to = (from + 1) % masters.length;
  const [source, target, sourceId = '', targetId = ''] = [masters[from], masters[to], ids[from], ids[to]];
  if (source === undefined || target === undefined) throw new Error('the slot has no owner');
  await target.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', sourceId);
  await source.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', targetId);
  await moveKeys(source, target.options.port ?? 0, slot);
  for (const master of [target, source, ...masters]) await master.call('CLUSTER', 'SETSLOT', slot, 'NODE', targetId);
}

async function moveKeys(source: Redis, port: number, slot: number): Promise<void> {
  for (;;) {
    const keys = (await source.call('CLUSTER', 'GETKEYSINSLOT', slot, 10)) as string[];
    if (keys.length === 0) return;
    await source.call('MIGRATE', '127.0.0.1', port, '', 0, 5000, 'KEYS', ...keys);
  }
}
