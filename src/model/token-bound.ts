import { answerForm } from './answer-schema.ts';
import type { ModelQuestion } from './contract.ts';

/** The most input tokens that a question can become, the form of its answer included. */
export function inputBound({ system, prompt, operations }: ModelQuestion): number {
  return tokenBound(system, prompt, answerForm(operations));
}

/**
 * The most tokens that texts can become. Tokens are cut from bytes, and texts of ASCII letters, names and JSON have three to
 * five characters in each; a third is on the safe side of that for what is asked here. A character beyond ASCII can become as
 * many tokens as it has bytes, so all its bytes count.
 */
export function tokenBound(...texts: readonly string[]): number {
  let tokens = 0;
  for (const text of texts) {
    const ascii = countAscii(text);
    tokens += Math.ceil(ascii / 3) + (Buffer.byteLength(text) - ascii);
  }
  return tokens;
}

function countAscii(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) < 128) count += 1;
  return count;
}
