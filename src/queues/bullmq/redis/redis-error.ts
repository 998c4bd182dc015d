import { MendqError, messageOf } from '../../../core/errors.ts';
import { refused, translated, unreachable, type BrokerPlace } from '../broker-error.ts';
import { toRightsError } from './rights-error.ts';

/** Refusals that pass within moments: the server starts, fails over or moves slots. */
const MOMENTARY = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN)\b/;

/** Refusals that pass by themselves, though not at once: a long script, no memory, too few replicas. */
const PASSING = /^(BUSY|OOM|NOREPLICAS|MISCONF)\b/;

/** A node of a cluster that was asked as if it were the only server. */
const CLUSTERED = /^(MOVED|ASK|CROSSSLOT)\b/;

/** mendq's error for whatever ioredis threw. */
export function toRedisError(error: unknown, place: BrokerPlace): MendqError {
  return translated(error, (other) => {
    const cause = rootOf(other);
    if (!isReply(cause)) return unreachable(place, cause);
    return toRightsError(cause, place) ?? clusterError(cause, place) ?? refused(place, cause, isMomentary(cause) || PASSING.test(messageOf(cause)));
  });
}

/** True where the server itself said no; false where its reply never came. */
export function isReply(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}

/** True where the same command may be answered in a moment. Nothing happened by it. */
export function isMomentary(error: unknown): boolean {
  return isReply(error) && MOMENTARY.test(messageOf(error));
}

/** A cluster that found no node says so; what its last node said is the reason. */
function rootOf(error: unknown): unknown {
  if (error instanceof Error && 'lastNodeError' in error && error.lastNodeError instanceof Error) return error.lastNodeError;
  return error;
}

function clusterError(cause: unknown, { queue, address }: BrokerPlace): MendqError | undefined {
  const text = messageOf(cause);
  const context = { queue, address };
  if (CLUSTERED.test(text)) {
    const hint = 'Give its nodes: connection: { cluster: [{ host, port }] }, with a prefix in braces such as "{bull}", as the workers have it.';
    return new MendqError('MENDQ_E_BROKER_REFUSED', `Queue ${queue}: ${address} is a node of a Redis Cluster (${text})`, { hint, context, retryable: address.startsWith('cluster '), cause });
  }
  if (!text.includes('cluster support disabled')) return undefined;
  return new MendqError('MENDQ_E_BROKER_REFUSED', `Queue ${queue}: ${address} is no Redis Cluster`, { hint: 'Give the one server: connection: { host, port }.', context, cause });
}
