import { letterIdOf } from '../core/dead-letter.ts';
import type { Cause } from '../core/diagnosis.ts';
import type { Remedy } from '../core/remedy.ts';
import type { Signature } from '../core/signature.ts';
import { adviseOn, type AdviceSource, type OpenKind } from '../pass/advise.ts';
import type { Decision } from '../pass/decision.ts';
import type { DecisionContext } from '../pass/pass-context.ts';
import type { UndecidedLetter } from '../pass/undecided.ts';
import { decide } from '../pipeline.ts';

const OPEN: ReadonlySet<Cause> = new Set(['malformed', 'unknown']);

/** Decides letters with the help of a model, as passes do. */
export interface AdvisedDecisions {
  /** Decides letters of one job type: by rules first, then those that stay open once more, with what a model proposed and the letters proved. */
  decide(letters: readonly UndecidedLetter[], context: DecisionContext): Promise<readonly Decision[]>;
  /** Questions asked until now. */
  calls(): number;
}

/** Each kind of failure of a job type is asked about once. Without a source nothing is asked. */
export function createAdvisedDecisions(source: AdviceSource | undefined, signal: AbortSignal): AdvisedDecisions {
  const remedies = new Map<DecisionContext, Map<Signature, Remedy | undefined>>();
  let calls = 0;

  const askAbout = async (kinds: readonly OpenKind[], known: Map<Signature, Remedy | undefined>, asked: AdviceSource): Promise<void> => {
    for (const kind of kinds) {
      const advice = await adviseOn(kind, asked, signal);
      if (advice !== undefined) calls++;
      known.set(kind.signature, advice?.remedy);
    }
  };

  return {
    calls: () => calls,
    decide: async (letters, context) => {
      const decisions = await decide(letters, context);
      if (source === undefined) return decisions;
      const known = remedies.get(context) ?? new Map<Signature, Remedy | undefined>();
      remedies.set(context, known);
      const open = decisions.filter(({ plan, diagnosis }) => plan.verdict === 'escalate' && OPEN.has(diagnosis.cause));
      await askAbout(kindsOf(open).filter(({ signature }) => !known.has(signature)), known, source);
      const again = new Set(open.filter(({ inspected }) => known.get(inspected.signatures.shape) !== undefined).map(({ inspected }) => inspected.letter.id));
      if (again.size === 0) return decisions;
      const advised = await decide(letters.filter(({ raw }) => again.has(letterIdOf(raw))), {
        ...context,
        ledger: { remedies: async (signatures = []) => signatures.flatMap((signature) => known.get(signature) ?? []) },
      });
      const byId = new Map(advised.map((decision) => [decision.inspected.letter.id, decision] as const));
      return decisions.map((decision) => byId.get(decision.inspected.letter.id) ?? decision);
    },
  };
}

function kindsOf(decisions: readonly Decision[]): readonly OpenKind[] {
  const kinds = new Map<Signature, Decision[]>();
  for (const decision of decisions) {
    const { shape } = decision.inspected.signatures;
    const members = kinds.get(shape);
    if (members === undefined) kinds.set(shape, [decision]);
    else members.push(decision);
  }
  return [...kinds].flatMap(([signature, members]) => {
    const [first] = members;
    if (first === undefined) return [];
    const { queue, name } = first.inspected.letter;
    return [{ signature, queue, name, requests: members.map(({ inspected, diagnosis }) => ({ letter: inspected, diagnosis })) }];
  });
}
