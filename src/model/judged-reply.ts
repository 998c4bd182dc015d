import { readAnswer } from '../core/read-answer.ts';
import type { ModelQuestion, ModelReply, ModelUsage } from './contract.ts';
import type { Observation } from './observed-model.ts';
import type { FailedReply } from './provider-failure.ts';

/** What came back from a provider, as a reply. `usage` is absent where the provider has not said what it used. */
export function judgedReply(observation: Observation, question: ModelQuestion, usage: ModelUsage | undefined, worst: ModelUsage): ModelReply {
  const failed = (reason: FailedReply['reason'], why: string): FailedReply => ({ kind: 'failed', reason, why, ...(usage === undefined ? {} : { usage }) });
  const { text, finish, blockReason } = observation;
  if (finish.unified === 'content-filter' || blockReason !== undefined) return failed('refused', `The provider's filter stopped the question or the answer${inWords(finish.raw ?? blockReason)}.`);
  if (finish.unified === 'length') return failed('truncated', 'The answer ran out of tokens, which thinking uses too. Allow more output tokens.');
  if (text.trim() === '') return nothing(observation, failed);
  const answer = readAnswer(text, question.operations);
  if ('problem' in answer) return failed('malformed', `The answer is not of the asked form: ${answer.problem}.`);
  return { kind: 'answered', answer, usage: usage ?? worst };
}

/** A generation that ended for a reason of the provider's own gave nothing on purpose; any other is a broken answer. */
function nothing({ finish }: Observation, failed: (reason: FailedReply['reason'], why: string) => FailedReply): FailedReply {
  if (finish.unified === 'other' && finish.raw !== undefined) return failed('refused', `The provider stopped without an answer${inWords(finish.raw)}.`);
  return failed('malformed', `The provider gave an answer without text${inWords(finish.raw)}.`);
}

function inWords(word: string | undefined): string {
  return word !== undefined && /^[A-Za-z_]{2,40}$/.test(word) ? ` (${word})` : '';
}
