import { Pool } from 'pg';
import type { Shipment } from './scenario.ts';
import { ShipmentJob } from './scenario.ts';
import type { Surroundings } from './processor.ts';
import type { Effect } from './world.ts';

/** Runs one statement and gives its rows. */
export type RunSql = (text: string, parameters: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;

/** The tables that effects and counters are kept in; the same on PGlite and PostgreSQL. */
export const EFFECT_TABLES = `
  CREATE TABLE IF NOT EXISTS public.effects (id serial PRIMARY KEY, key text NOT NULL, job_id text NOT NULL, payload text NOT NULL);
  CREATE TABLE IF NOT EXISTS public.counters (name text PRIMARY KEY, count integer NOT NULL);
`;

/** The business database: deliberately without a unique constraint, so that a second effect is counted and not refused. */
export interface EffectStore extends Omit<Surroundings, 'outage'> {
  readonly list: () => Promise<readonly Effect[]>;
  readonly done: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
}

export function effectStore(run: RunSql): EffectStore {
  return {
    act: async (jobId, shipment) => {
      await run('INSERT INTO public.effects (key, job_id, payload) VALUES ($1, $2, $3)', [shipment.key, jobId, JSON.stringify(shipment)]);
    },
    count: async (name) => {
      const [row] = await run('INSERT INTO public.counters VALUES ($1, 1) ON CONFLICT (name) DO UPDATE SET count = counters.count + 1 RETURNING count', [name]);
      return Number(row?.['count']);
    },
    list: async () =>
      (await run('SELECT key, job_id, payload FROM public.effects ORDER BY id', [])).map((row) => ({
        key: String(row['key']),
        jobId: String(row['job_id']),
        payload: JSON.parse(String(row['payload'])) as unknown,
      })),
    done: async (keys) => new Set((await run('SELECT DISTINCT key FROM public.effects WHERE key = ANY($1::text[])', [keys])).map((row) => String(row['key']))),
  };
}

/** The business database on a server. */
export async function openEffects(url: string): Promise<EffectStore & { readonly close: () => Promise<void> }> {
  const pool = new Pool({ connectionString: url, max: 4 });
  pool.on('error', () => undefined);
  await pool.query(EFFECT_TABLES);
  return { ...effectStore(async (text, parameters) => (await pool.query<Record<string, unknown>>(text, [...parameters])).rows), close: async () => pool.end() };
}

/** The scenario's job types: one schema, the key, and the question to the business database. */
export function jobTypes(effects: EffectStore) {
  return {
    ship: {
      schema: ShipmentJob,
      effects: 'external' as const,
      idempotencyKey: (shipment: Shipment) => shipment.key,
      fulfilledMany: async (shipments: readonly Shipment[]) => {
        const done = await effects.done(shipments.map(({ key }) => key));
        return shipments.map(({ key }) => done.has(key));
      },
    },
  };
}
