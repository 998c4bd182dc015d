import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from '../../scripts/house/postgres.mjs';
import { startRedis } from '../../scripts/house/redis.mjs';
import type { Stores } from './stores.ts';

/** A server of the harness's own, which may be killed. */
export interface PrivateServer {
  readonly url: string;
  stop(): Promise<void>;
  crash(signal: NodeJS.Signals): Promise<void>;
  revive(): Promise<void>;
}

/** A Redis of the harness's own. */
export interface PrivateRedis extends PrivateServer {
  /** The folder with its files. */
  readonly directory: string;
}

/** Starts servers that nobody else uses, and remembers them. */
export interface Servers {
  readonly directory: string;
  redis(name: string, parameters?: readonly string[]): Promise<PrivateRedis>;
  /** Keeps through a crash what it has acknowledged. */
  postgres(name: string, databases: readonly string[]): Promise<PrivateServer>;
  /** Stops all and removes their files. */
  close(): Promise<void>;
}

export function privateServers(): Servers {
  const directory = mkdtempSync(join(tmpdir(), 'mendq-crash-'));
  // PostgreSQL may run as another user, who has to pass through.
  chmodSync(directory, 0o711);
  const running: PrivateServer[] = [];
  const folderOf = (name: string): string => {
    mkdirSync(join(directory, name), { mode: 0o711 });
    return join(directory, name);
  };
  return {
    directory,
    redis: async (name, parameters = []) => {
      const server = await startRedis(folderOf(name), parameters);
      running.push(server);
      return server;
    },
    postgres: async (name, databases) => {
      const server = await startPostgres(folderOf(name), ['synchronous_commit=on']);
      running.push(server);
      await createDatabases(server.url, databases);
      return server;
    },
    close: async () => {
      await Promise.all(running.map((server) => server.stop()));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function createDatabases(url: string, names: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const name of names) await client.query(`CREATE DATABASE ${name}`);
  await client.end();
}

/** Stores on private servers: the ledger and the effects on one, the broker at `brokerUrl`. */
export function storesOn(servers: Servers, broker: Stores['broker'], brokerUrl: string, { url }: PrivateServer): Stores {
  const inDatabase = (name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return {
    broker,
    directory: servers.directory,
    brokerUrl,
    brokerUrlForMendq: brokerUrl,
    ledgerUrl: inDatabase('ledger'),
    effectsUrl: inDatabase('effects'),
    prefix: 'crash',
  };
}
