import { type MendqError, messageOf } from '../../../core/errors.ts';
import { refused, translated, unreachable, type BrokerPlace } from '../broker-error.ts';

/** Refusals that pass by themselves: the server starts, fails over, is busy or out of memory. */
const PASSING = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|OOM|NOREPLICAS)\b/;

/** mendq's error for whatever ioredis threw. */
export function toRedisError(error: unknown, place: BrokerPlace): MendqError {
  return translated(error, (other) => (isReply(other) ? refused(place, other, PASSING.test(messageOf(other))) : unreachable(place, other)));
}

/** True where the server itself said no; false where its reply never came. */
export function isReply(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}
