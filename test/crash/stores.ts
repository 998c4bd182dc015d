import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase, freshPrefix, redisUrl } from '../services.ts';

/** Where the letters of a run are. */
export type Broker = 'embedded' | 'bullmq-redis' | 'bullmq-postgres';

export const BROKERS: readonly Broker[] = ['embedded', 'bullmq-redis', 'bullmq-postgres'];

/** Everything that outlives a healing process. URLs are empty for the embedded broker, which has files only. */
export interface Stores {
  readonly broker: Broker;
  /** Holds the archive, and what is embedded. */
  readonly directory: string;
  /** The broker's URL for producers and workers. */
  readonly brokerUrl: string;
  /** The broker's URL for mendq: the same one, or a line to it that can be cut. */
  readonly brokerUrlForMendq: string;
  readonly ledgerUrl: string;
  /** The business database. */
  readonly effectsUrl: string;
  readonly prefix: string;
}

/** Empty stores on the servers of this run. `close` removes them. */
export async function openStores(broker: Broker): Promise<{ readonly stores: Stores; readonly close: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'mendq-crash-'));
  const databases = await Promise.all(DATABASES[broker].map(async () => freshDatabase()));
  const [ledgerUrl = '', effectsUrl = '', queueUrl = ''] = databases.map(({ url }) => url);
  const brokerUrl = broker === 'bullmq-redis' ? redisUrl() : queueUrl;
  return {
    stores: { broker, directory, brokerUrl, brokerUrlForMendq: brokerUrl, ledgerUrl, effectsUrl, prefix: freshPrefix() },
    close: async () => {
      await Promise.all(databases.map(({ drop }) => drop()));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Databases of each broker: ledger, effects, and the queue's own. */
const DATABASES: Readonly<Record<Broker, readonly string[]>> = {
  embedded: [],
  'bullmq-redis': ['ledger', 'effects'],
  'bullmq-postgres': ['ledger', 'effects', 'queue'],
};
