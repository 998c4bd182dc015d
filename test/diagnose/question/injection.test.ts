import { describe, expect, test } from 'vitest';

import type { InspectedLetter } from '../../../src/core/inspected-letter.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { questionFor } from '../../../src/diagnose/diagnose.ts';
import { inspectedLetter, type Sketch } from './inspected-letter.ts';
import { ATTACKS, DISGUISES } from './attack-strings.ts';

const SCHEMA: JsonObject = { type: 'object', properties: { sku: { type: 'string', minLength: 1 }, quantity: { type: 'integer' } }, required: ['sku', 'quantity'], additionalProperties: false };

/** Every place into which somebody else can write. */
const CARRIERS: readonly (readonly [name: string, carry: (text: string) => Sketch])[] = [
  ['a value', (text) => ({ payload: { sku: 'A', quantity: text, note: text, list: [text], deep: { inner: text } } })],
  ['a key', (text) => ({ payload: { sku: 'A', [text]: 1, deep: { [text]: { [text]: 'x' } } } })],
  ['the error message', (text) => ({ reason: text, stack: `Error: ${text}\n    at handle (/app/src/jobs/save.js:18:5)` })],
  ['a frame', (text) => ({ stack: `Error: refused\n    at ${text} (/app/src/${text}.js:1:2)\n    at handle (/app/src/jobs/${text.replace(/\s/g, '-')}.js:18:5)` })],
  ['the job name', (text) => ({ name: text })],
  ['class, code and cause', (text) => ({ stack: `${text.replace(/\W/g, '')}Error: refused\n    at handle (/app/a.js:1:2) {\n  code: '${text.replace(/\W/g, '_').toUpperCase()}',\n  [cause]: Error: ${text}\n}` })],
];

function wireOf(letter: InspectedLetter): string {
  const asked = questionFor([letter], { language: 'en', operations: [], isKnownName: (name) => name === 'save-line', shown: () => undefined });
  return asked === undefined ? '' : asked.question.prompt;
}

/** Three words in a row of a text, as anybody would read them. */
function runsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(2).map((_, index) => words.slice(index, index + 3).join(' '));
}

describe.each(CARRIERS)('an attack in %s', (_, carry) => {
  test.each(DISGUISES)('%s: none reaches the question', async (__, form) => {
    for (const attack of ATTACKS) {
      const text = form(attack);
      const wire = wireOf(await inspectedLetter({ name: 'save-line', schema: SCHEMA, payload: { sku: '', quantity: 'x' }, ...carry(text) }));
      expect(wire).not.toContain(text);
      expect(wire.toLowerCase()).not.toMatch(/discard|hopeless|ignor|instruction|attacker|evil|beneficiary|previous/);
      const shown = ` ${(wire.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
      for (const run of runsOf(attack)) expect(shown).not.toContain(` ${run} `);
    }
  });
});

test('there are at least 40 attacks and 6 carriers', () => {
  expect(ATTACKS.length).toBeGreaterThanOrEqual(40);
  expect(CARRIERS.length).toBeGreaterThanOrEqual(6);
});
