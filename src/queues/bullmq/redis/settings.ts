import type { ClusterOptions, RedisOptions } from 'ioredis';

/** Longest wait for a first connection, in milliseconds. */
export const CONNECT_TIMEOUT = 5000;

/** Longest wait for any reply, in milliseconds. A command that takes longer counts as cut off. */
const REPLY_TIMEOUT = 30_000;

/** How often a waiting command sees the connection fail before it is given up; about 3 s. */
const RETRIES_PER_COMMAND = 10;

/** Behind sentinels a command waits for the next master instead; about 15 s. */
const RETRIES_WHILE_ELECTING = 25;

/** Pause before a command of a cluster is tried again while a node is replaced, in milliseconds; 16 times at most. */
const CLUSTER_PAUSE = 250;

/** Settings of every connection to one server. They win over the user's, who may have written them for workers. */
export function serverSettings(isTrusted: () => boolean, purpose: { readonly isBlocking: boolean; readonly isElected: boolean }): RedisOptions {
  const retries = purpose.isElected ? RETRIES_WHILE_ELECTING : RETRIES_PER_COMMAND;
  return {
    ...nodeSettings(),
    lazyConnect: true,
    maxRetriesPerRequest: purpose.isBlocking ? null : retries,
    // A first connection that fails is an answer; a later one is an outage to wait out.
    retryStrategy: (times) => (isTrusted() ? pause(times) : null),
    sentinelRetryStrategy: (times) => (isTrusted() ? pause(times) : null),
    // A replica knows nothing that may be acted on, and a master that became one has to be left.
    role: 'master',
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    enableOfflineQueue: true,
  };
}

/** Settings of a connection to a cluster, without those of its nodes. */
export function clusterSettings(isTrusted: () => boolean): ClusterOptions {
  return {
    lazyConnect: true,
    clusterRetryStrategy: (times) => (isTrusted() ? pause(times) : null),
    scaleReads: 'master',
    enableOfflineQueue: true,
    maxRedirections: 16,
    retryDelayOnFailover: CLUSTER_PAUSE,
    retryDelayOnClusterDown: CLUSTER_PAUSE,
    retryDelayOnTryAgain: CLUSTER_PAUSE,
  };
}

/** Settings that hold for one server and for each node of a cluster. */
export function nodeSettings(): RedisOptions {
  return {
    connectTimeout: CONNECT_TIMEOUT,
    keepAlive: 10_000,
    commandTimeout: REPLY_TIMEOUT,
    // The ready check needs the right to INFO; a server that is still loading says so to the first command.
    enableReadyCheck: false,
    autoResendUnfulfilledCommands: true,
    readOnly: false,
  };
}

function pause(times: number): number {
  return Math.min(times * 50, 1000);
}
