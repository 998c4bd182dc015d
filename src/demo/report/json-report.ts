import type { Outcome } from '../../index.ts';
import { redact } from '../../core/redact.ts';
import type { LetterStory } from '../letter-stories.ts';
import type { Result } from '../story.ts';

/** Texts of payloads beyond this many characters are shortened, and say so. */
const LONGEST_TEXT = 1000;

/** The demo's result for programs, as one line. Equal from run to run but for `replayMilliseconds`. */
export function jsonReport({ stories, proofs, checks, next }: Result): string {
  const ended = (outcome: Outcome): number => stories.filter((story) => story.outcome === outcome).length;
  const report = {
    schemaVersion: 1,
    command: 'demo',
    status: checks.every(({ passed }) => passed) ? 'ok' : 'partial',
    summary: {
      letters: stories.length,
      healed: ended('healed'),
      settled: ended('settled'),
      discarded: ended('discarded'),
      escalated: ended('escalated'),
      returned: ended('returned'),
      duplicatedEffects: proofs.effects.duplicated,
      // No model is asked: rules, schemas and the business database decide everything here.
      modelCalls: 0,
    },
    items: stories.map(toItem),
    checks,
    next,
  };
  return `${JSON.stringify(report, (_key, value: unknown) => (typeof value === 'string' ? shortened(value) : value))}\n`;
}

function toItem(story: LetterStory): object {
  const { queue, job, letter, signature, diagnosis, verdict, outcome, why, repaired, replayMilliseconds } = story;
  return {
    queue,
    name: job,
    payload: redact(letter.payload),
    signature: signature ?? null,
    cause: diagnosis?.cause ?? null,
    verdict: verdict ?? null,
    outcome: outcome ?? null,
    why: why ?? null,
    // Both are there only where a repair made a difference.
    before: repaired === undefined ? null : redact(letter.payload),
    after: repaired === undefined ? null : redact(repaired),
    replayMilliseconds: replayMilliseconds ?? null,
  };
}

function shortened(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, 80)}… (shortened here: ${text.length} characters)` : text;
}
