/** The Redis keys of one queue. */
export interface RedisKeys {
  /** BullMQ's key prefix, before the queue's name. */
  readonly prefix: string;
  /** `<prefix>:<queue>:<suffix>`; a job's own key where the suffix is its id. */
  readonly of: (suffix: string) => string;
  /** mendq's record of one replay. */
  readonly replayRecord: (replayId: string) => string;
  /** mendq's record of one removal. */
  readonly removeRecord: (removeId: string) => string;
  /** Where the log lines of a removed job are kept until it is restored. */
  readonly keptLogs: (id: string, timestamp: string) => string;
}

/** All keys share BullMQ's own prefix, and with it the hash tag that a cluster needs. */
export function redisKeys(prefix: string, queue: string): RedisKeys {
  const of = (suffix: string): string => `${prefix}:${queue}:${suffix}`;
  return {
    prefix,
    of,
    replayRecord: (replayId) => of(`mendq:replay:${replayId}`),
    removeRecord: (removeId) => of(`mendq:remove:${removeId}`),
    keptLogs: (id, timestamp) => of(`mendq:logs:${timestamp}:${id}`),
  };
}
