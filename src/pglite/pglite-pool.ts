import { EventEmitter } from 'node:events';
import type { PgShapedResult, PgStatement } from './pg-values.ts';
import { PgliteClient, runStatement } from './pglite-client.ts';
import type { PgliteLike } from './pglite-like.ts';

/** Options of `pglitePool`. */
export interface PglitePoolOptions {
  /** Schema that BullMQ's tables are in; first in the search path of the whole database. @defaultValue `'bullmq'` */
  readonly schema?: string;
  /** A transaction in which nothing was asked for this many milliseconds is rolled back. @defaultValue 30 000 */
  readonly idleTransactionMilliseconds?: number;
}

const IDLE_TRANSACTION = 30_000;

/**
 * A `pg.Pool` over one embedded PGlite, on which BullMQ's PostgreSQL backend, its queues and its workers run.
 *
 * PGlite has one connection: a transaction of one client makes all others wait until it ends, and an idle one is rolled
 * back, so two clients can't wait for each other for ever. The search path is set once, to `schema` and then `public`;
 * it holds for everything that uses this PGlite, so other statements name their schema. Ending the pool leaves PGlite
 * open: it stays yours.
 *
 * A folder of PGlite may be open in one process only. Where a configuration file names one, give a function: it is called
 * when the queue is opened first, so that a command that another process carries out does not open the folder too.
 *
 * @example
 * pglitePool(() => PGlite.create('./queues'))
 */
export function pglitePool(database: PgliteLike | (() => PgliteLike | Promise<PgliteLike>), options: PglitePoolOptions = {}): PglitePool {
  return new PglitePool(database, options);
}

/** See `pglitePool`. */
export class PglitePool extends EventEmitter {
  /** Read by BullMQ: there is no socket that could die silently. */
  readonly options = { keepAlive: true, max: Number.MAX_SAFE_INTEGER };
  readonly #open: () => PgliteLike | Promise<PgliteLike>;
  readonly #schema: string;
  readonly #idleMilliseconds: number;
  readonly #clients = new Set<PgliteClient>();
  #ready: Promise<PgliteLike> | undefined;
  #ended = false;

  constructor(database: PgliteLike | (() => PgliteLike | Promise<PgliteLike>), options: PglitePoolOptions) {
    super();
    // Every queue and worker of BullMQ listens to its pool, and none stops.
    this.setMaxListeners(0);
    this.#open = typeof database === 'function' ? database : () => database;
    this.#schema = options.schema ?? 'bullmq';
    this.#idleMilliseconds = options.idleTransactionMilliseconds ?? IDLE_TRANSACTION;
  }

  /** Runs one statement outside any transaction. */
  async query<Row = Record<string, unknown>>(statement: string | PgStatement, values?: readonly unknown[]): Promise<PgShapedResult<Row>> {
    const database = await this.#prepare();
    const asked = typeof statement === 'string' ? { text: statement, values } : { ...statement, values: values ?? statement.values };
    return runStatement(database, asked);
  }

  /** Checks a client out. There are as many as are asked for; give each back with `release()`. */
  async connect(): Promise<PgliteClient> {
    const database = await this.#prepare();
    const released = (client: PgliteClient): void => void this.#clients.delete(client);
    const client = new PgliteClient({ database, idleMilliseconds: this.#idleMilliseconds, released });
    this.#clients.add(client);
    return client;
  }

  /** Takes all clients back. PGlite stays open. May be called twice. */
  async end(): Promise<void> {
    this.#ended = true;
    const clients = [...this.#clients];
    for (const client of clients) client.release();
    await Promise.all(clients.map(async (client) => client.idle()));
  }

  /** Clients that are checked out. */
  get totalCount(): number {
    return this.#clients.size;
  }

  async #prepare(): Promise<PgliteLike> {
    if (this.#ended) throw new Error('Cannot use a pool after calling end on the pool');
    // One that could not be opened is tried again at the next use.
    this.#ready ??= this.#start().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  async #start(): Promise<PgliteLike> {
    const database = await this.#open();
    await database.exec(`SET search_path TO "${this.#schema.replaceAll('"', '""')}", public`);
    return database;
  }
}
