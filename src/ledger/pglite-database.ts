import type { PGlite, QueryOptions, Transaction } from '@electric-sql/pglite';
import type { Database, Session } from './database.ts';
import { toLedgerError } from './database-error.ts';

/** The ledger's database port over an embedded PGlite. `close` does nothing: PGlite is its opener's. */
export async function pgliteDatabase(database: PGlite, about: Pick<Database, 'location' | 'exclusive'>): Promise<Database> {
  const { drizzle } = await import('drizzle-orm/pglite');
  return {
    ...about,
    transaction: async (work) => {
      try {
        return await database.transaction((transaction) => work(drizzle({ client: withQuickBytes(transaction) }) as Session));
      } catch (error) {
        throw toLedgerError(error, about.location);
      }
    },
    close: async () => undefined,
  };
}

const BYTEA = 17;
const BYTEA_ARRAY = 1001;

const QUICK_BYTES = {
  parsers: { [BYTEA]: (stored: string) => Buffer.from(stored.slice(2), 'hex') },
  serializers: {
    [BYTEA]: toHex,
    [BYTEA_ARRAY]: (all: readonly (Uint8Array | null)[]) => `{${all.map((each) => (each === null ? 'NULL' : `"\\${toHex(each)}"`)).join(',')}}`,
  },
};

/** PGlite's own conversion of bytes goes digit by digit and takes seconds for a large body. */
function withQuickBytes(transaction: Transaction): PGlite {
  const query = <Row>(text: string, parameters?: unknown[], options?: QueryOptions) =>
    transaction.query<Row>(text, parameters, {
      ...options,
      parsers: { ...options?.parsers, ...QUICK_BYTES.parsers },
      serializers: { ...options?.serializers, ...QUICK_BYTES.serializers },
    });
  // Drizzle asks a client for nothing but `query`.
  return { query } as unknown as PGlite;
}

function toHex(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}
