/**
 * Every command that mendq runs on a queue in Redis, scripts included: what the user of its connection has to be allowed
 * on the keys of the queue. On a cluster `cluster|slots` and `cluster|info` come on top. With `info` and `config|get`,
 * which only a check asks for, it says more about the server; so it does with `client|list` and `time`. Queues by pattern need `scan`.
 */
export const NEEDED_COMMANDS = [
  'del', 'eval', 'exists', 'expire', 'get', 'hdel', 'hexists', 'hget', 'hgetall', 'hkeys', 'hmget', 'hset', 'hstrlen', 'incr',
  'llen', 'lpush', 'lrange', 'lrem', 'persist', 'ping', 'rename', 'rpush', 'sadd', 'scard', 'set', 'sismember', 'smembers', 'srandmember',
  'srem', 'type', 'xadd', 'xrange', 'xread', 'xrevrange', 'zadd', 'zcard', 'zcount', 'zrange', 'zrem', 'zrevrange', 'zscore',
] as const;
