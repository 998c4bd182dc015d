import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { createRedactor } from '../../src/core/redactor.ts';
import { redactionRules } from '../../src/core/redaction-rules.ts';

const RULES = redactionRules({ keys: ['codeword'], pointers: ['/a/b', '/list/[*]/c', '/whole'] });

/** Values that stand at redacted places: full of what printing escapes. */
const secret = fc.string({ unit: fc.constantFrom('Q', 'Z', '7', '"', "'", '\\', '\n', '%', ' ', 'é', '\u{1F600}'), minLength: 4, maxLength: 60 }).filter((text) => text.replaceAll('\\', '').trim().length >= 4);
/** Texts around them, of other characters, none of which could complete a percent-encoded one. */
const around = fc.string({ unit: fc.constantFrom('g', 'h', 'k', ',', ';', '(', ')', '/', '[', ']') });
const place = fc.constantFrom<(value: string) => JsonObject>(
  (value) => ({ password: value }),
  (value) => ({ 'Code-Word': { deep: [value] } }),
  (value) => ({ a: { b: value, other: 1 } }),
  (value) => ({ a: JSON.stringify({ b: value }) }),
  (value) => ({ list: [{ c: null }, { c: [value] }] }),
  (value) => ({ whole: JSON.stringify(JSON.stringify({ any: value })) }),
);
const form = fc.constantFrom<(value: string) => string>(
  (value) => value,
  (value) => JSON.stringify(value).slice(1, -1),
  (value) => JSON.stringify(JSON.stringify(value)).slice(3, -3),
  (value) => JSON.stringify(JSON.stringify(JSON.stringify(JSON.stringify(value)))),
  encodeURIComponent,
  (value) => encodeURIComponent(JSON.stringify(value)).replaceAll('%20', '+'),
);

describe('the redactor', () => {
  it('lets no secret survive, keeps what is around it, and does nothing more the second time', () => {
    fc.assert(
      fc.property(place, secret, form, around, around, (at, value, print, before, after) => {
        const payload = at(value);
        const { text, value: redacted } = createRedactor(RULES, [payload]);
        const shown = text(`${before}${print(value)}${after}`);
        // Quotes that printing puts around a secret stay, and backslashes at its end.
        expect(shown.replaceAll(/[\\"]|%22|%5C/g, '')).toBe(`${before}[redacted]${after}`);
        expect(text(shown)).toBe(shown);
        const safe = redacted(payload);
        expect(JSON.stringify(safe)).not.toContain(JSON.stringify(value).slice(1, -1));
        expect(redacted(safe)).toEqual(safe);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves payloads and texts alone that hold no secret', () => {
    const plain = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null), fc.boolean(),
        fc.array(tie('value')), fc.dictionary(fc.constantFrom('x', 'y', 'list', 'b', '__proto__'), tie('value'))),
    })).value;
    fc.assert(
      fc.property(plain, fc.string(), (payload, words) => {
        const { text, value } = createRedactor(RULES, [payload]);
        expect(JSON.stringify(value(payload))).toBe(JSON.stringify(payload));
        expect(text(words)).toBe(words);
      }),
    );
  });

  it('hides every secret of many, whatever they have in common', () => {
    const alike = fc.array(fc.string({ unit: fc.constantFrom('Q', 'Z'), minLength: 4, maxLength: 40 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(alike, fc.array(fc.nat(39), { maxLength: 30 }), around, (secrets, order, between) => {
        const { text } = createRedactor(RULES, [{ token: secrets }]);
        const shown = text(order.map((index) => secrets[index % secrets.length]).join(`${between},`));
        for (const value of secrets) expect(shown).not.toContain(value);
        expect(text(shown)).toBe(shown);
      }),
    );
  });
});
