import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { describe, expect, it } from 'vitest';

interface Letter {
  readonly id: string;
  readonly category: string;
  readonly payload: unknown;
  readonly schema: Record<string, unknown> | null;
  readonly policy: Record<string, unknown>;
  readonly expected: { readonly verdict: string; readonly why: string; readonly repairedPayload?: unknown };
}

const FIELDS = [
  'attemptsMade', 'category', 'expected', 'failedReason', 'id', 'jobName', 'payload', 'policy', 'queue', 'schema', 'source', 'stacktrace',
];
const CATEGORIES = ['charset_db', 'malicious_hopeless', 'side_effect', 'transient', 'transient_lookalike', 'validation'];
const VERDICTS = ['discard', 'escalate', 'repair', 'retry', 'settle'];
const ADDRESS = /[\w.+-]+@((?:[\w-]+\.)+[a-z]{2,})/giu;
const EXAMPLE_DOMAIN = /(?:^|\.)example(?:\.(?:com|org|net))?$/u;
const SOURCE_FILE = /\.[cm]?[jt]s$/u;

const lines = readFileSync(new URL('../../corpus/letters.jsonl', import.meta.url), 'utf8').trimEnd().split('\n');
const letters = lines.map((line) => JSON.parse(line) as Letter);

// The types of ajv-formats describe its default export as the module, not as the function that it is.
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => Ajv2020;
const ajv = addFormats(new Ajv2020({ strict: false }));

const passes = (schema: Record<string, unknown>, payload: unknown): boolean => ajv.validate(schema, payload);
const idsOf = (wrong: readonly Letter[]): string[] => wrong.map((letter) => letter.id);

describe('the corpus of dead letters', () => {
  it('has two hundred letters over every category, each with an id of its own', () => {
    expect(letters.length).toBeGreaterThanOrEqual(200);
    expect(new Set(idsOf(letters)).size).toBe(letters.length);
    expect([...new Set(letters.map((letter) => letter.category))].toSorted()).toEqual(CATEGORIES);
  });

  it('has exactly the documented fields on every line', () => {
    const wrong = letters.filter((letter) => Object.keys(letter).toSorted().join() !== FIELDS.join());
    expect(idsOf(wrong)).toEqual([]);
    const oddPolicy = letters.filter((letter) => Object.keys(letter.policy).toSorted().join() !== 'effects,freeText,protect');
    expect(idsOf(oddPolicy)).toEqual([]);
  });

  it('gives a known verdict with its reason, and a repaired payload for repairs only', () => {
    const wrong = letters.filter(({ expected }) =>
      !VERDICTS.includes(expected.verdict) || expected.why.length < 10 || (expected.verdict === 'repair') !== ('repairedPayload' in expected));
    expect(idsOf(wrong)).toEqual([]);
  });

  it('holds validation letters whose payload fails its schema', () => {
    const wrong = letters.filter((letter) => letter.category === 'validation' && (letter.schema === null || passes(letter.schema, letter.payload)));
    expect(idsOf(wrong)).toEqual([]);
  });

  it('repairs to payloads that pass the schema', () => {
    const wrong = letters.filter((letter) =>
      'repairedPayload' in letter.expected && (letter.schema === null || !passes(letter.schema, letter.expected.repairedPayload)));
    expect(idsOf(wrong)).toEqual([]);
  });

  it('names no address outside the example domains', () => {
    const strange = lines.flatMap((line) => [...line.matchAll(ADDRESS)])
      .filter(([address, domain]) => !EXAMPLE_DOMAIN.test(domain ?? '') && !SOURCE_FILE.test(address));
    expect(strange.map(([address]) => address)).toEqual([]);
  });
});
