import type { Json } from '../../core/json.ts';
import type { Rule } from '../rule.ts';

/** Beyond this a recursive worker, or `JSON.stringify` itself, exhausts its stack. */
const DEEPEST = 1000;
/** Beyond this a payload that its schema refuses is no document any more. */
const DEEPEST_REFUSED = 100;

/** Nesting that no worker survives. */
export const tooDeep: Rule = {
  name: 'too-deep',
  why: 'Nesting beyond what parsers accept exhausts the stack of whatever walks the payload, also of a repaired one.',
  source: 'Default limits of parsers: Ruby JSON and Rack 100, Jackson 1000 levels.',
  examples: {
    for: [
      { shows: '5,000 levels', body: `${'['.repeat(5000)}${']'.repeat(5000)}`, stack: 'RangeError: Maximum call stack size exceeded' },
      { shows: '200 levels that the schema refuses', body: `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, refused: [['/a', 'type']], stack: 'Error: boom' },
    ],
    against: [
      { shows: '200 levels that the schema admits', body: `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, stack: 'Error: boom' },
      { shows: 'a long flat list', payload: Array.from({ length: 2000 }, (_, index) => index), refused: [['', 'type']], stack: 'Error: boom' },
    ],
  },
  match({ letter, schemaCheck }) {
    const limit = schemaCheck.kind === 'invalid' ? DEEPEST_REFUSED : DEEPEST;
    if (!isDeeperThan(letter.payload, limit)) return undefined;
    return {
      cause: 'hopeless',
      rule: 'too-deep',
      why: `The payload is nested more than ${limit} levels deep; no worker can walk it.`,
      evidence: [{ source: 'payload', fact: `nested more than ${limit} levels deep` }],
      confidence: 'certain',
    };
  },
};

function isDeeperThan(payload: Json | undefined, limit: number): boolean {
  let level: (Json | undefined)[] = [payload];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}
