import { sql } from 'drizzle-orm';
import type { LetterState } from '../core/outcome.ts';
import type { Signature } from '../core/signature.ts';
import { GROUP_REST } from './contract.ts';
import { arrayOf, type Session } from './database.ts';
import { groups } from './schema.ts';

/** What a letter must tell so that its group can be kept right. */
export interface Countable {
  readonly state: LetterState;
  readonly signature: Signature | null;
  readonly earlierSignatures: readonly Signature[];
}

/** Outcomes that one transaction adds to a group. */
export interface NewOutcomes {
  readonly healed: number;
  readonly returned: number;
}

/** Notes an outcome where the change brings one. */
export function noteOutcome(outcomes: Map<Signature, NewOutcomes>, before: Countable, after: Countable): void {
  if (after.signature === null || after.state === before.state) return;
  const isHealed = after.state === 'healed' || after.state === 'presumed';
  if (!isHealed && after.state !== 'returned') return;
  const { healed, returned } = outcomes.get(after.signature) ?? { healed: 0, returned: 0 };
  outcomes.set(after.signature, { healed: healed + (isHealed ? 1 : 0), returned: returned + (isHealed ? 0 : 1) });
}

/** Adds outcomes to the groups, which are locked already. A group that has rested begins anew. */
export async function addOutcomes(session: Session, outcomes: ReadonlyMap<Signature, NewOutcomes>, now: Date): Promise<void> {
  if (outcomes.size === 0) return;
  const values = [...outcomes.values()];
  const cutoff = new Date(now.getTime() - GROUP_REST).toISOString();
  const kept = (column: typeof groups.recentHealed | typeof groups.recentReturned | typeof groups.healedInARow) =>
    sql`case when target.last_outcome_at >= ${cutoff}::timestamptz then target.${sql.identifier(column.name)} else 0 end`;
  await session.execute(sql`
    update ${groups} as target
    set recent_healed = ${kept(groups.recentHealed)} + news.healed, recent_returned = ${kept(groups.recentReturned)} + news.returned,
        healed_in_a_row = case when news.returned > 0 then 0 else ${kept(groups.healedInARow)} + news.healed end,
        last_outcome_at = ${now.toISOString()}::timestamptz
    from unnest(${arrayOf(groups.signature, [...outcomes.keys()])}, ${arrayOf(groups.recentHealed, values.map(({ healed }) => healed))},
      ${arrayOf(groups.recentReturned, values.map(({ returned }) => returned))}) as news (signature, healed, returned)
    where target.signature = news.signature`);
}
