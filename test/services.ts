import { randomBytes } from 'node:crypto';

import { Client } from 'pg';

/** The Redis of this run. Keys of other tests are in it: use `freshPrefix()`. */
export function redisUrl(): string {
  return fromEnvironment('REDIS_URL', 'Redis');
}

/** The PostgreSQL of this run. Use `freshDatabase()` for anything that creates tables. */
export function databaseUrl(): string {
  return fromEnvironment('DATABASE_URL', 'PostgreSQL');
}

/** The MariaDB or MySQL of this run. Its user may create databases. */
export function mysqlUrl(): string {
  return fromEnvironment('MYSQL_URL', 'MariaDB');
}

/** A key prefix that no other test uses. */
export function freshPrefix(): string {
  return `test-${randomBytes(6).toString('hex')}`;
}

/** An empty database of its own. `drop` removes it, also while connections to it are open. */
export async function freshDatabase(): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await execute(`CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(databaseUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function execute(statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function fromEnvironment(variable: string, server: string): string {
  const url = process.env[variable];
  if (!url) throw new Error(`${variable} is not set. "npm test" starts ${server} and sets it; to use a server of your own, set it yourself.`);
  return url;
}
