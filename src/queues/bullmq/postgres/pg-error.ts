import type { MendqError } from '../../../core/errors.ts';
import { refused, translated, unreachable, type BrokerPlace } from '../broker-error.ts';

/** SQLSTATE of an error that PostgreSQL itself sent; `undefined` where the connection failed. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

/** Connections that broke off (08), and servers that stop or start (57P). */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined || state.startsWith('08') || state.startsWith('57P');
}

/** Deadlocks and serialisation failures: nothing happened, and the same transaction may succeed now. */
export function isCollision(error: unknown): boolean {
  return ['40P01', '40001'].includes(sqlState(error) ?? '');
}

/** Values that PostgreSQL can't store: text, numbers or nesting that jsonb does not take. */
export function isBadValue(error: unknown): boolean {
  return /^(22|54)/.test(sqlState(error) ?? '');
}

/** mendq's error for whatever pg threw. */
export function toPgError(error: unknown, place: BrokerPlace): MendqError {
  return translated(error, (other) => (isConnectionLoss(other) ? unreachable(place, other) : refused(place, other, /^(53|55)/.test(sqlState(other) ?? ''))));
}
