import type { PgliteLike, PgliteTransaction } from './pglite-like.ts';

/** SQLSTATE of a transaction that PostgreSQL ended because nothing happened in it. */
const IDLE_IN_TRANSACTION = '25P03';

/**
 * One open transaction. It holds PGlite, which has a single connection, alone until it ends; so that a forgotten one
 * can't hold it for ever, it is rolled back when nothing was asked of it for `idleMilliseconds`.
 */
export class HeldTransaction {
  readonly #transaction: PgliteTransaction;
  readonly #finish: (how: 'commit' | 'rollback') => void;
  readonly #ended: Promise<unknown>;
  readonly #idleMilliseconds: number;
  #idle: NodeJS.Timeout | undefined;
  #expired = false;

  private constructor(transaction: PgliteTransaction, finish: (how: 'commit' | 'rollback') => void, ended: Promise<unknown>, idleMilliseconds: number) {
    this.#transaction = transaction;
    this.#finish = finish;
    this.#ended = ended;
    this.#idleMilliseconds = idleMilliseconds;
    // Whoever ends the transaction hears of a failure; without anybody ending it there is nobody to tell.
    ended.catch(() => undefined);
    this.#watch();
  }

  /** Waits until PGlite is free and begins. */
  static async begin(database: PgliteLike, idleMilliseconds: number): Promise<HeldTransaction> {
    return new Promise((resolve, reject) => {
      const ended: Promise<unknown> = database.transaction(async (transaction) => {
        const how = await new Promise<'commit' | 'rollback'>((finish) => {
          resolve(new HeldTransaction(transaction, finish, Promise.resolve().then(() => ended), idleMilliseconds));
        });
        if (how === 'rollback') await transaction.rollback();
      });
      ended.catch(reject);
    });
  }

  /** Runs a statement in the transaction. Rejects with SQLSTATE 25P03 where it was rolled back for idleness. */
  async run<Result>(statement: (transaction: PgliteTransaction) => Promise<Result>): Promise<Result> {
    if (this.#expired) throw expiredError();
    clearTimeout(this.#idle);
    try {
      return await statement(this.#transaction);
    } finally {
      this.#watch();
    }
  }

  /** Commits; rejects where nothing could be committed. */
  async commit(): Promise<void> {
    if (this.#expired) throw expiredError();
    await this.#end('commit');
  }

  /** Rolls back; where that has happened already, nothing more happens. */
  async rollback(): Promise<void> {
    if (!this.#expired) await this.#end('rollback');
  }

  async #end(how: 'commit' | 'rollback'): Promise<void> {
    clearTimeout(this.#idle);
    this.#finish(how);
    await this.#ended;
  }

  #watch(): void {
    this.#idle = setTimeout(() => {
      this.#expired = true;
      this.#finish('rollback');
    }, this.#idleMilliseconds);
    this.#idle.unref();
  }
}

function expiredError(): Error {
  return Object.assign(new Error('terminating connection due to idle-in-transaction timeout'), { code: IDLE_IN_TRANSACTION });
}
