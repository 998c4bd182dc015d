import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import type { CorpusLetter } from '../../src/core/corpus-letter.ts';
import type { ProposedOperation } from '../../src/core/model-answer.ts';
import { evaluate, ownCorpus } from '../../src/evaluate/evaluate.ts';
import type { ModelPort } from '../../src/model/contract.ts';

/** Things said about each letter where nobody asks for all. */
const TURNS = 8;

const USAGE = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, milliseconds: 0 };

/** A model that says, at its n-th turn, the n-th of all things that can be said about names: every unknown key for every missing member, beside it and elsewhere. */
function exhaustive(turn: number, said: { more: boolean }): ModelPort {
  return {
    id: 'exhaustive',
    ask: async ({ prompt }) => {
      const operations = sayable(prompt);
      const operation = operations[turn];
      if (operations.length > turn + 1) said.more = true;
      return { kind: 'answered', usage: USAGE, answer: { evidence: [], explanation: 'These are the same.', verdict: 'repair', programs: operation === undefined ? [] : [{ operations: [operation] }] } };
    },
  };
}

function sayable(prompt: string): readonly ProposedOperation[] {
  const missing = [...prompt.matchAll(/^- (\/\S*): missing/gm)].map(([, path = '']) => path);
  const unknown = [...prompt.matchAll(/^- (\/\S*): .*$/gm)].map(([, path = '']) => path).filter((path) => path.includes('?'));
  return missing.flatMap((wanted) => unknown.flatMap((sent) => [
    { operation: 'rename-key', path: sent, argument: wanted },
    { operation: 'copy-value', path: wanted, argument: sent },
  ]));
}

test('whatever a model says about names, no letter of the corpus is decided harmfully', async () => {
  const letters = readFileSync(process.env['CORPUS'] ?? ownCorpus(), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as CorpusLetter);
  const open = new Set((await evaluate(letters)).items.filter(({ verdict }) => verdict === 'escalate').map(({ id }) => id));
  const left = letters.filter(({ id }) => open.has(id));
  expect(left.length).toBeGreaterThan(20);
  const said = { more: true };
  let turns = 0;
  // What is said first names the nearest keys; CORPUS=FILE tries all of it, on letters of one's own.
  for (; said.more && (turns < TURNS || process.env['CORPUS'] !== undefined); turns += 1) {
    said.more = false;
    const { summary, items } = await evaluate(left, { model: exhaustive(turns, said) });
    expect(summary.modelCalls).toBeGreaterThan(10);
    expect(items.filter(({ score }) => score === 'harmful').map(({ id }) => [turns, id])).toEqual([]);
  }
  expect(turns).toBeGreaterThan(3);
}, 600_000);
