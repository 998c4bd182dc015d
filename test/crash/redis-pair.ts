import { Redis } from 'ioredis';
import { addressOf, openLine, type Line } from './line.ts';
import type { PrivateRedis } from './private-servers.ts';

/** A primary and its replica behind one address. */
export interface RedisPair {
  /** Leads to whichever is the primary. */
  readonly line: Line;
  readonly url: string;
  /** Waits until the replica has what the primary has. */
  wholeReplica(): Promise<void>;
  /** From now on the replica hears of nothing. */
  fallBehind(): Promise<void>;
  /** Makes the replica the primary, with what it has. Its predecessor is no longer reached. */
  takeOver(): void;
  /** Makes the other one a replica of the present primary, and waits until it has everything. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

export async function redisPair(first: PrivateRedis, second: PrivateRedis): Promise<RedisPair> {
  let [primary, replica] = [first, second].map(({ url }) => ({ address: addressOf(url), client: new Redis(url) })) as [Member, Member];
  const line = await openLine(primary.address);
  const wholeReplica = async (): Promise<void> => {
    while (!(await hasCaughtUp(primary.client, replica.client))) await new Promise((resolve) => { setTimeout(resolve, 20); });
  };
  return {
    line,
    url: first.url,
    fallBehind: async () => void (await replica.client.replicaof('NO', 'ONE')),
    takeOver: () => {
      [primary, replica] = [replica, primary];
      line.leadTo(primary.address);
      line.cutAll();
    },
    catchUp: async () => {
      await primary.client.replicaof('NO', 'ONE');
      await replica.client.replicaof(primary.address.host, primary.address.port);
      await wholeReplica();
    },
    wholeReplica,
    close: async () => {
      for (const { client } of [primary, replica]) client.disconnect();
      await line.close();
    },
  };
}

interface Member {
  readonly address: ReturnType<typeof addressOf>;
  readonly client: Redis;
}

/** A write of its own has to arrive: what was written before it is there then too. */
async function hasCaughtUp(primary: Redis, replica: Redis): Promise<boolean> {
  const mark = String(performance.now());
  await primary.set('crash:mark', mark);
  await primary.wait(1, 200);
  const there = await replica.get('crash:mark').catch(() => null);
  return there === mark;
}
