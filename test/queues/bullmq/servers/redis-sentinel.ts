import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis, type RedisOptions } from 'ioredis';
import { redisServer, started } from './redis-server.ts';
import { until } from './until.ts';

/** A master with a replica, watched by one sentinel that asks for a password. */
export interface RedisSentinel {
  /** What a client of the master is made with. */
  readonly options: RedisOptions & { readonly sentinels: { host: string; port: number }[]; readonly name: string };
  /** Ends the master as a crash would; resolves once the sentinel names the replica instead. */
  failMaster(): Promise<void>;
  stop(): Promise<void>;
}

const NAME = 'queues';
const PASSWORD = 'sentinel-secret';

/** Starts the three. */
export async function redisSentinel(): Promise<RedisSentinel> {
  const master = await redisServer();
  const replica = await redisServer(() => ['--replicaof', '127.0.0.1', String(master.port)]);
  const sentinel = await started(async ({ folder, port }) => {
    const file = join(folder, 'sentinel.conf');
    await writeFile(file, [
      `port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, `requirepass ${PASSWORD}`,
      `sentinel monitor ${NAME} 127.0.0.1 ${master.port} 1`, `sentinel down-after-milliseconds ${NAME} 500`, `sentinel failover-timeout ${NAME} 3000`,
    ].join('\n'));
    return [file, '--sentinel'];
  });
  const asked = new Redis({ host: sentinel.host, port: sentinel.port, password: PASSWORD });
  await until('the sentinel knows the replica', async () => ((await asked.call('SENTINEL', 'REPLICAS', NAME)) as string[][]).some((facts) => facts.includes(String(replica.port)) && facts.includes('ok')));
  return {
    options: { sentinels: [{ host: sentinel.host, port: sentinel.port }], name: NAME, sentinelPassword: PASSWORD },
    failMaster: async () => {
      await master.kill();
      await until('the replica is master', async () => ((await asked.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME)) as string[])[1] === String(replica.port));
    },
    stop: async () => {
      asked.disconnect();
      for (const server of [sentinel, replica, master]) await server.stop();
    },
  };
}
