import type { Diagnosis } from '../core/diagnosis.ts';
import type { AskFulfilment, FulfilmentAnswer, FulfilmentQuestion } from '../core/fulfilment.ts';
import type { InspectedLetter } from '../core/inspected-letter.ts';
import type { Policy } from '../core/policy.ts';
import { passesSchema } from './passes-schema.ts';
import { EVIDENCE_RULES, POISON_RULES } from './rules/order.ts';
import { undecided } from './rules/undecided.ts';
import type { Rule, RuleContext } from './rule.ts';

export { decodeAnswer } from './question/decode-answer.ts';
export { PROMPT_VERSION, questionFor } from './question/question.ts';

/** What a diagnosis needs from outside. */
export interface DiagnoseContext {
  readonly askFulfilment: AskFulfilment;
  readonly policy: Policy;
  readonly now: Date;
}

/**
 * Finds out why letters died, cheapest evidence first; the first rule that matches decides. The business database is
 * asked once, for all letters that the poison rules leave and whose payload passes its schema: of a payload that does not,
 * a hook may not be asked before it is repaired. Diagnoses stand at the index of their letter; what nobody
 * can tell is `unknown`, never a guess.
 */
export async function diagnose(letters: readonly InspectedLetter[], context: DiagnoseContext): Promise<readonly Diagnosis[]> {
  const { policy, now } = context;
  const poisoned = letters.map((letter) => firstMatch(POISON_RULES, letter, { policy, now }));
  const answers = await ask(letters.filter((_, index) => poisoned[index] === undefined), context.askFulfilment);
  return letters.map((letter, index) => {
    const answer = answers.get(letter.letter.id);
    const known: RuleContext = answer === undefined ? { policy, now } : { policy, now, answer };
    return poisoned[index] ?? firstMatch(EVIDENCE_RULES, letter, known) ?? undecided(letter);
  });
}

async function ask(letters: readonly InspectedLetter[], askFulfilment: AskFulfilment): Promise<ReadonlyMap<string, FulfilmentAnswer>> {
  const questions = letters.filter(passesSchema).flatMap(({ letter }): FulfilmentQuestion[] => (letter.payload === undefined ? [] : [{ letter, payload: letter.payload }]));
  return questions.length === 0 ? new Map() : await askFulfilment(questions);
}

function firstMatch(rules: readonly Rule[], letter: InspectedLetter, context: RuleContext): Diagnosis | undefined {
  for (const rule of rules) {
    const diagnosis = rule.match(letter, context);
    if (diagnosis !== undefined) return diagnosis;
  }
  return undefined;
}
