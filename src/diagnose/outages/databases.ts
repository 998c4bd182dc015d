import type { OutageTable } from './outage-kind.ts';

/** What servers and drivers of databases say: PostgreSQL by SQLSTATE, MySQL and MariaDB, Prisma. */
export const DATABASE_OUTAGES: OutageTable = {
  '08001': { kind: 'not-sent', what: 'the database connection was not opened' },
  '08004': { kind: 'not-sent', what: 'the database refused the connection' },
  '53300': { kind: 'not-sent', what: 'the database had no connection left' },
  '57P03': { kind: 'not-sent', what: 'the database was starting or stopping' },
  ER_CON_COUNT_ERROR: { kind: 'not-sent', what: 'the database had no connection left' },
  PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR: { kind: 'not-sent', what: 'the database connection was closed already' },
  '08000': { kind: 'cut', what: 'the database connection failed' },
  '08003': { kind: 'cut', what: 'the database connection was gone' },
  '08006': { kind: 'cut', what: 'the database connection was lost' },
  '57P01': { kind: 'cut', what: 'the database closed the connection' },
  '57P02': { kind: 'cut', what: 'the database crashed' },
  PROTOCOL_CONNECTION_LOST: { kind: 'cut', what: 'the database connection was lost' },
  '40001': { kind: 'rolled-back', what: 'a concurrent change made the database undo the transaction' },
  '40P01': { kind: 'rolled-back', what: 'a deadlock made the database undo the transaction' },
  '55P03': { kind: 'rolled-back', what: 'a lock was not free in time' },
  ER_LOCK_DEADLOCK: { kind: 'rolled-back', what: 'a deadlock made the database undo the transaction' },
  ER_LOCK_WAIT_TIMEOUT: { kind: 'rolled-back', what: 'a lock was not free in time' },
  P2034: { kind: 'rolled-back', what: 'a write conflict made the database undo the transaction' },
};
