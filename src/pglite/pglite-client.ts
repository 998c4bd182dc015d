import { EventEmitter } from 'node:events';
import { HeldTransaction } from './held-transaction.ts';
import { queryOptions, toParameters, toPgResult, toPgResults, type PgShapedResult, type PgStatement } from './pg-values.ts';
import type { PgliteLike, PgliteTransaction } from './pglite-like.ts';
import { statementKind } from './statement-kind.ts';

/** What a client works with. */
export interface PgliteClientContext {
  readonly database: PgliteLike;
  readonly idleMilliseconds: number;
  readonly released: (client: PgliteClient) => void;
}

/** A checked-out client, as `pg.Pool.connect()` gives it. Its statements run in the order in which they were asked. */
export class PgliteClient extends EventEmitter {
  readonly #context: PgliteClientContext;
  readonly #listening = new Map<string, () => Promise<void>>();
  #transaction: HeldTransaction | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #released = false;

  constructor(context: PgliteClientContext) {
    super();
    this.#context = context;
  }

  /** Runs a statement; a text without values may hold several. */
  query<Row = Record<string, unknown>>(statement: string | PgStatement, values?: readonly unknown[]): Promise<PgShapedResult<Row>> {
    const asked = typeof statement === 'string' ? { text: statement, values } : { ...statement, values: values ?? statement.values };
    const answer = this.#queue.then(async () => this.#run<Row>(asked));
    this.#queue = answer.catch(() => undefined);
    return answer;
  }

  /**
   * Gives the client back: an open transaction is rolled back, and it listens no more. A second call does nothing.
   * The argument, with which node-postgres throws a broken client away, makes no difference here.
   */
  release(_destroy?: Error | boolean): void {
    if (this.#released) return;
    this.#released = true;
    this.#queue = this.#queue.then(async () => this.#tidyUp()).catch(() => undefined);
    this.#context.released(this);
  }

  /** Resolves when everything that was asked has ended, and after `release` when the client holds nothing any more. */
  async idle(): Promise<void> {
    await this.#queue;
  }

  async #tidyUp(): Promise<void> {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    await transaction?.rollback();
    await this.#unlisten('*');
  }

  async #run<Row>(statement: PgStatement): Promise<PgShapedResult<Row>> {
    if (this.#released) throw new Error('Client was released and can not be used any more');
    const asked = statementKind(statement.text);
    switch (asked.kind) {
      case 'begin':
        this.#transaction ??= await HeldTransaction.begin(this.#context.database, this.#context.idleMilliseconds);
        return done('BEGIN');
      case 'commit':
      case 'rollback':
        return this.#end(asked.kind);
      case 'listen':
        await this.#listen(asked.channel);
        return done('LISTEN');
      case 'unlisten':
        await this.#unlisten(asked.channel);
        return done('UNLISTEN');
      case 'other':
        return this.#transaction === undefined
          ? runStatement(this.#context.database, statement)
          : this.#transaction.run(async (transaction) => runStatement(transaction, statement));
    }
  }

  async #end(how: 'commit' | 'rollback'): Promise<PgShapedResult<never>> {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    await transaction?.[how]();
    return done(how.toUpperCase());
  }

  /** Not in the transaction: PGlite would wait for its end, which waits for this statement. */
  async #listen(channel: string): Promise<void> {
    if (this.#listening.has(channel)) return;
    if (this.#transaction !== undefined) throw new Error('LISTEN inside a transaction is not supported on PGlite');
    const name = channel.replaceAll('"', '');
    this.#listening.set(channel, await this.#context.database.listen(channel, (payload) => {
      this.emit('notification', { channel: name, payload, processId: 0, length: 0, name: 'notification' });
    }));
  }

  async #unlisten(channel: string): Promise<void> {
    const channels = channel === '*' ? [...this.#listening.keys()] : [channel];
    for (const name of channels) {
      const stop = this.#listening.get(name);
      this.#listening.delete(name);
      await stop?.();
    }
  }
}

/** Runs a statement on PGlite or in one of its transactions. */
export async function runStatement<Row>(target: Pick<PgliteTransaction, 'query' | 'exec'>, statement: PgStatement): Promise<PgShapedResult<Row>> {
  const options = queryOptions(statement);
  const { values } = statement;
  if (values === undefined || values.length === 0) return toPgResults(await target.exec(statement.text, options));
  return toPgResult(await target.query(statement.text, toParameters(values), options));
}

function done(command: string): PgShapedResult<never> {
  return { rows: [], rowCount: null, fields: [], command };
}
