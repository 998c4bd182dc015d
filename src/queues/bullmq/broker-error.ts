import { isMendqError, MendqError, messageOf } from '../../core/errors.ts';

/** The broker of one queue, as error messages name it. */
export interface BrokerPlace {
  readonly queue: string;
  /** Address with the password masked. */
  readonly address: string;
  /** The user that the connection logs in as, where the broker knows users by name. */
  readonly user?: string;
  /** Pattern of the keys that the queue consists of, where it consists of keys. */
  readonly keys?: string;
}

/** Nobody answers, or the answer broke off. The same call may succeed later. */
export function unreachable(place: BrokerPlace, cause: unknown): MendqError {
  return new MendqError('MENDQ_E_BROKER_UNREACHABLE', `Queue ${place.queue}: ${place.address} can't be reached (${reasonOf(cause)})`, {
    hint: 'Check that the server runs and that host, port and TLS settings are right.',
    context: { queue: place.queue, address: place.address },
    retryable: true,
    cause,
  });
}

/** The broker answered, and the answer was no. */
export function refused(place: BrokerPlace, cause: unknown, retryable = false): MendqError {
  const hint = retryable
    ? 'The server is busy, out of memory or starting: the call may be repeated.'
    : 'Check the user name, the password and the rights of this connection.';
  return new MendqError('MENDQ_E_BROKER_REFUSED', `Queue ${place.queue}: ${place.address} refused: ${messageOf(cause)}`, {
    hint,
    context: { queue: place.queue, address: place.address },
    retryable,
    cause,
  });
}

/** The queue and the loaded bullmq don't belong together, or mendq does not know one of them. */
export function wrongVersion(queue: string, problem: string, hint: string, context: Readonly<Record<string, unknown>> = {}): MendqError {
  return new MendqError('MENDQ_E_BROKER_VERSION', `Queue ${queue}: ${problem}`, { hint, context: { queue, ...context } });
}

/** Passes mendq's own errors through and puts `translate`'s error in the place of all others. */
export function translated(error: unknown, translate: (error: unknown) => MendqError): MendqError {
  return isMendqError(error) ? error : translate(error);
}

/** `ECONNREFUSED` and the like say more than the empty message that an AggregateError has. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ') || error.name;
  return messageOf(error);
}
