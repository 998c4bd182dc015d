import type { FailureText } from '../failure-text.ts';
import type { Recognition } from './recogniser.ts';

/** Knex's own words, and those of the pool below it, for a pool that has no connection left. */
const POOL = /^(?:Knex: Timeout acquiring a connection\. The pool is probably full|ResourceRequest timed out|operation timed out for an unknown reason)/;

/** Knex: its pool. What a server says behind a statement is read by the server's own recogniser. */
export function recogniseKnex({ errorClass, message }: FailureText): Recognition | undefined {
  const byPool = errorClass === 'KnexTimeoutError' || (errorClass === 'TimeoutError' && POOL.test(message));
  return byPool ? { library: 'knex', code: 'POOL_TIMEOUT', details: { phase: 'connect' } } : undefined;
}
