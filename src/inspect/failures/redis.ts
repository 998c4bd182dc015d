import type { FailureText } from '../failure-text.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

/** Classes that the clients give to the server's answers. */
const CLASSES = new Set(['ReplyError', 'ErrorReply', 'SimpleError', 'BlobError', 'AbortError', 'ParserError']);
const FRAMES = ['/node_modules/redis-parser/', '/node_modules/ioredis/', '/node_modules/@redis/', '/node_modules/redis/', '/node_modules/@upstash/redis/'];
/** The server begins its answers with a code in capitals. */
const CODES = new Set(
  `READONLY LOADING CLUSTERDOWN TRYAGAIN MASTERDOWN BUSY MOVED ASK OOM NOAUTH WRONGPASS NOPERM WRONGTYPE EXECABORT NOSCRIPT NOREPLICAS MISCONF CROSSSLOT
  UNBLOCKED BUSYGROUP NOGROUP BUSYKEY NOTBUSY DENIED UNKILLABLE NOPROTO ERR`.split(/\s+/),
);
const ANSWER = /^([A-Z]{3,12})(?: |$)/;
/** The server's answers without a code of their own, and the words of the clients. */
const MESSAGES: readonly (readonly [pattern: RegExp, code: string, phase?: 'connect'])[] = [
  [/^ERR max number of clients reached/, 'REDIS_MAX_CLIENTS'],
  [/^ERR (?:invalid password|Client sent AUTH, but no password is set)/, 'WRONGPASS'],
  [/^Reached the max retries per request limit \(which is \d{1,6}\)/, 'REDIS_MAX_RETRIES'],
  [/^Connection is closed\.$/, 'REDIS_CONNECTION_CLOSED'],
  [/^(?:The client is closed|Socket closed unexpectedly|Socket already opened)$/, 'REDIS_CONNECTION_CLOSED'],
  [/^(?:Stream isn't writeable|Cluster isn't ready) and enableOfflineQueue options is false$/, 'REDIS_NOT_READY'],
  [/^(?:All sentinels are unreachable|None of startup nodes is available|Failed to refresh slots cache\.)/, 'REDIS_UNREACHABLE'],
  [/^Too many Cluster redirections\./, 'REDIS_REDIRECTIONS'],
  [/^Command timed out$/, 'REDIS_TIMEOUT'],
  [/^Connection timeout$/, 'ETIMEDOUT', 'connect'],
];
/** The only words of a client that nobody else uses, so that they count without class and frames. */
const CLIENTS_ONLY = new Set(['REDIS_MAX_RETRIES', 'REDIS_NOT_READY', 'REDIS_UNREACHABLE', 'REDIS_REDIRECTIONS']);
const CLIENT_CLASSES = new Set(['MaxRetriesPerRequestError', 'ClusterAllFailedError', 'ClientClosedError', 'SocketClosedUnexpectedlyError', 'ConnectionTimeoutError']);

/** Redis and Valkey through ioredis, node-redis or BullMQ. */
export function recogniseRedis({ errorClass, message, frames }: FailureText): Recognition | undefined {
  const byClient = CLASSES.has(errorClass) || CLIENT_CLASSES.has(errorClass) || frames.slice(0, 8).some((frame) => FRAMES.some((part) => frame.includes(part)));
  const said = MESSAGES.find(([pattern]) => pattern.test(message));
  if (said !== undefined && (byClient || CLIENTS_ONLY.has(said[1]))) return { library: 'redis', code: said[1], details: knownDetails({ phase: said[2] }) };
  const code = ANSWER.exec(message)?.[1];
  return byClient && code !== undefined && CODES.has(code) ? { library: 'redis', code } : undefined;
}
