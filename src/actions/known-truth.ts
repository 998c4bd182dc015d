import type { ExpectedVerdict } from '../core/corpus-letter.ts';
import type { LetterState } from '../core/outcome.ts';
import { parseJson } from '../core/json.ts';
import type { Plan } from '../core/plan.ts';
import type { LetterRecord } from '../ledger/contract.ts';

/** States of a letter that is on its way, or whose end nobody has proved. */
const OPEN: readonly LetterState[] = ['planned', 'claimed', 'intent', 'replayed', 'presumed'];

/**
 * What was right for a letter, as far as its record tells: what healed it, that its work was done already, that it was
 * discarded, or, where nothing has come of it yet, what a person ordered. `undefined` where nobody knows: of a letter that
 * came back, waits for a person, or was taken over by others, the record tells only what did not help.
 */
export function knownTruth({ state, decision }: Pick<LetterRecord, 'state' | 'decision'>): ExpectedVerdict | undefined {
  const order = decision?.plan.order;
  const who = order === undefined ? 'mendq' : 'a person';
  if (state === 'settled') return { verdict: 'settle', why: 'its work was already done' };
  if (state === 'discarded') return { verdict: 'discard', why: `${who} discarded it` };
  if (decision === undefined) return undefined;
  if (state === 'healed') return fromPlan(decision.plan, order === undefined ? 'it completed' : 'it completed as a person ordered it');
  return order !== undefined && OPEN.includes(state) ? fromPlan(decision.plan, 'a person ordered it') : undefined;
}

function fromPlan({ verdict, body }: Plan, why: string): ExpectedVerdict | undefined {
  if (verdict === 'escalate') return undefined;
  if (verdict !== 'repair') return { verdict, why };
  const repairedPayload = body === undefined ? undefined : parseJson(body);
  return repairedPayload === undefined ? undefined : { verdict, repairedPayload, why };
}
