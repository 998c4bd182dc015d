import { sql } from 'drizzle-orm';
import type { Shop } from './shop.ts';

/** What the business database holds at the end. */
export interface EffectCounts {
  readonly invoices: number;
  readonly emails: number;
  readonly charges: number;
  readonly exports: number;
  readonly comments: number;
  readonly customers: number;
  /** Rows beyond the first for the same piece of work, over all tables. */
  readonly duplicated: number;
}

/** Asks the business database what was done, and what of it more than once. */
export async function countEffects({ db }: Shop): Promise<EffectCounts> {
  const { rows } = await db.execute<Record<keyof EffectCounts, number>>(sql`
    WITH effects (kind, work) AS (
      SELECT 'invoice', invoice_id FROM shop.invoice_records
      UNION ALL SELECT 'email', subject FROM shop.emails
      UNION ALL SELECT 'charge', order_id FROM shop.charges
      UNION ALL SELECT 'export', export_id FROM shop.export_files
      UNION ALL SELECT 'comment', comment_id FROM shop.comments
      UNION ALL SELECT 'customer', customer_id FROM shop.customers
    )
    SELECT count(*) FILTER (WHERE kind = 'invoice')::int AS invoices,
           count(*) FILTER (WHERE kind = 'email')::int AS emails,
           count(*) FILTER (WHERE kind = 'charge')::int AS charges,
           count(*) FILTER (WHERE kind = 'export')::int AS exports,
           count(*) FILTER (WHERE kind = 'comment')::int AS comments,
           count(*) FILTER (WHERE kind = 'customer')::int AS customers,
           (count(*) - count(DISTINCT (kind, work)))::int AS duplicated
    FROM effects`);
  const [counts] = rows;
  if (counts === undefined) throw new Error('the business database gave no counts');
  return counts;
}
