import type { Clock } from '../core/clock.ts';
import type { CorpusLetter, ExpectedVerdict } from '../core/corpus-letter.ts';
import { letterIdOf, type RawLetter } from '../core/dead-letter.ts';
import type { Decision } from '../pass/decision.ts';
import type { DecisionContext } from '../pass/pass-context.ts';
import type { AdvisedDecisions } from './advised-decisions.ts';
import type { DecisionContexts } from './decision-contexts.ts';
import type { EvaluatedLetter } from './evaluated-letter.ts';
import type { LocatedLetter } from './located-letter.ts';
import { scoreOf } from './score.ts';
import { toRawLetter } from './to-raw-letter.ts';

/** Letters decided at once, as many as a pass reads. */
const PAGE = 200;
/** Fewer, where their texts are so long. */
const PAGE_CHARACTERS = 8 * 1024 * 1024;

/** What letters are decided with. */
export interface DecideRun {
  readonly contexts: DecisionContexts;
  readonly decisions: AdvisedDecisions;
  readonly clock: Clock;
  readonly bareStacks: boolean;
  /** When aborted, the batch in hand is the last. */
  readonly signal?: AbortSignal;
}

/** A letter on its way to a decision. */
interface Undecided {
  readonly letter: CorpusLetter;
  readonly raw: RawLetter;
  readonly context: DecisionContext;
}

/** Decides letters as a pass does and scores them, a batch at a time, in their order. Holds one batch. */
export async function* decideLetters(letters: AsyncIterable<LocatedLetter>, run: DecideRun): AsyncGenerator<readonly EvaluatedLetter[]> {
  let batch: Undecided[] = [];
  let characters = 0;
  let number = 0;
  for await (const located of letters) {
    if (run.signal?.aborted === true) return;
    const undecided = await toUndecided(located, String(number++), run);
    batch.push(undecided);
    characters += lengthOf(undecided.raw);
    if (batch.length < PAGE && characters < PAGE_CHARACTERS) continue;
    yield await decideBatch(batch, run.decisions);
    batch = [];
    characters = 0;
  }
  if (batch.length > 0 && run.signal?.aborted !== true) yield await decideBatch(batch, run.decisions);
}

async function toUndecided(located: LocatedLetter, epoch: string, { contexts, clock, bareStacks }: DecideRun): Promise<Undecided> {
  const { letter } = located;
  const context = await contexts.of(located);
  return { letter, context, raw: toRawLetter(letter, { now: clock.now(), epoch, payloadBytes: context.policy.payloadBytes, bareStacks }) };
}

function lengthOf({ body, failure }: RawLetter): number {
  return body.byteLength + failure.reason.length + failure.stack.reduce((sum, stack) => sum + stack.length, 0);
}

/** Letters of one job type are decided together, so that a repair meets the plans of earlier letters of its kind as in a pass. */
async function decideBatch(batch: readonly Undecided[], advised: AdvisedDecisions): Promise<readonly EvaluatedLetter[]> {
  const decisions = new Map<string, Decision>();
  for (const context of new Set(batch.map((undecided) => undecided.context))) {
    const own = batch.filter((undecided) => undecided.context === context);
    for (const decision of await advised.decide(own.map(({ raw, letter }) => ({ raw, round: letter.round ?? 0 })), context)) decisions.set(decision.inspected.letter.id, decision);
  }
  return batch.flatMap(({ letter, raw }) => {
    const decision = decisions.get(letterIdOf(raw));
    return decision === undefined ? [] : [toEvaluated(letter, decision)];
  });
}

function toEvaluated(letter: CorpusLetter, { plan: { verdict }, repaired, why, diagnosis, inspected }: Decision): EvaluatedLetter {
  const expected = expectedOf(letter);
  const repairedPayload = verdict === 'repair' ? repaired : undefined;
  return { id: letter.id, category: letter.category ?? 'other', expected: expected?.verdict, verdict, repairedPayload, score: scoreOf(expected, verdict, repaired), why, rule: diagnosis.rule, signature: inspected.signatures.shape };
}

function expectedOf({ expected, redacted }: CorpusLetter): ExpectedVerdict | undefined {
  return redacted === true ? undefined : (expected ?? undefined);
}
