import { readFileSync } from 'node:fs';

import { answersOf, readAnswerScript, type ScriptLine } from '../core/answer-script.ts';
import { readAnswer } from '../core/read-answer.ts';
import type { ModelPort, ModelQuestion, ModelReply } from './contract.ts';

/** A model that answers from a script, and keeps what it was asked. */
export interface ScriptedModel extends ModelPort {
  /** The questions so far, oldest first. */
  readonly questions: readonly ModelQuestion[];
}

const NOTHING_USED = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, milliseconds: 0 };

/**
 * A model that answers from a script: lines, or the path of a file of JSON Lines. A line is `{"signature", "answer"}`: the
 * one of exactly that signature first, else that of `*`; an answer that is a list is used in turn, its last element from then
 * on. What matches no line is answered `unknown`. Answers are held to the form like those of a real model, so that a wrong
 * one is a reply `malformed`. Throws `MENDQ_E_USAGE` naming the line that is not of this form.
 *
 * @example
 * const model = scriptedModel([{ signature: '*', answer: { evidence: [], explanation: 'A key has another name.', verdict: 'repair',
 *   programs: [{ operations: [{ operation: 'rename-key', path: '?1', argument: '/customerId' }] }] } }]);
 */
export function scriptedModel(script: string | readonly ScriptLine[]): ScriptedModel {
  const next = answersOf(typeof script === 'string' ? readAnswerScript(readFileSync(script, 'utf8'), script) : script);
  const questions: ModelQuestion[] = [];
  return {
    id: 'scripted',
    questions,
    ask: async (question) => {
      questions.push(question);
      return replyTo(next(question.signature), question);
    },
  };
}

function replyTo(text: string | undefined, { operations }: ModelQuestion): ModelReply {
  if (text === undefined) {
    return { kind: 'answered', answer: { evidence: [], explanation: 'The script has no answer for this kind of failure.', verdict: 'unknown', programs: [] }, usage: NOTHING_USED };
  }
  const answer = readAnswer(text, operations);
  if ('problem' in answer) return { kind: 'failed', reason: 'malformed', why: `The answer is not of the asked form: ${answer.problem}.`, usage: NOTHING_USED };
  return { kind: 'answered', answer, usage: NOTHING_USED };
}
