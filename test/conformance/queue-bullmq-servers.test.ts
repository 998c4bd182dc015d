import { Redis } from 'ioredis';
import { queueOn } from '../queues/bullmq/servers/queue-on.ts';
import { redisCluster, type RedisCluster } from '../queues/bullmq/servers/redis-cluster.ts';
import { redisSentinel, type RedisSentinel } from '../queues/bullmq/servers/redis-sentinel.ts';
import { describeQueueAdapter } from './queue-suite.ts';

let cluster: RedisCluster | undefined;
let sentinel: RedisSentinel | undefined;

describeQueueAdapter({
  name: 'BullMQ on a Redis Cluster',
  manyLetters: 150,
  start: async () => void (cluster = await redisCluster()),
  stop: async () => cluster?.stop(),
  queue: async (change) => {
    const { nodes, connect } = running(cluster);
    return queueOn({ connect, connection: { cluster: nodes }, prefix: '{bull}' }, change);
  },
});

describeQueueAdapter({
  name: 'BullMQ behind Redis Sentinel',
  manyLetters: 150,
  start: async () => void (sentinel = await redisSentinel()),
  stop: async () => sentinel?.stop(),
  queue: async (change) => {
    const { options } = running(sentinel);
    return queueOn({ connect: () => new Redis({ ...options, maxRetriesPerRequest: null }), connection: options, prefix: 'bull' }, change);
  },
});

function running<Server>(server: Server | undefined): Server {
  if (server === undefined) throw new Error('the servers are not started');
  return server;
}
