import type { PGlite } from '@electric-sql/pglite';
import { drizzle, type PgliteDatabase } from 'drizzle-orm/pglite';
import { createCdn, type Cdn } from './cdn.ts';
import { createCrm, type Crm } from './crm.ts';
import { CREATE_TABLES } from './tables.ts';

/** The business that the queues work for: its database and the services that it calls. */
export interface Shop {
  readonly db: PgliteDatabase;
  readonly cdn: Cdn;
  readonly crm: Crm;
}

/** Opens the shop in an empty database. */
export async function openShop(database: PGlite): Promise<Shop> {
  await database.exec(CREATE_TABLES);
  return { db: drizzle(database), cdn: createCdn(), crm: createCrm() };
}
