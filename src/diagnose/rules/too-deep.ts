import type { Json } from '../../core/json.ts';
import type { Rule } from '../rule.ts';

/** Beyond this a recursive worker, or `JSON.stringify` itself, exhausts its stack. */
const DEEPEST = 1000;
/** Beyond this a payload that its schema refuses is no document any more. */
const DEEPEST_REFUSED = 100;

/** How parsers and databases say that they stopped at the depth. */
const TOO_DEEP = /\b(?:depth|nest(?:ed|ing))\b[^\n]{0,80}\b(?:exceed\w{0,3}|limit|maximum|too (?:deep|deeply))\b|\b(?:exceed\w{0,3}|maximum|too deep(?:ly)?)\b[^\n]{0,80}\b(?:depth|nest(?:ed|ing))\b/i;
/** Members beside the nesting: an id, a name. */
const FEW = 8;

/** Nesting that no worker survives. */
export const tooDeep: Rule = {
  name: 'too-deep',
  why: 'Nesting beyond what parsers accept exhausts the stack of whatever walks the payload, also of a repaired one.',
  source: 'Default limits of parsers: Ruby JSON and Rack 100, Jackson 1000 levels.',
  examples: {
    for: [
      { shows: '5,000 levels', body: `${'['.repeat(5000)}${']'.repeat(5000)}`, stack: 'RangeError: Maximum call stack size exceeded' },
      { shows: '200 levels with nothing in them at which the worker stopped', body: `{"filter":${'{"a":'.repeat(200)}1${'}'.repeat(201)}`, stack: 'Error: Nesting depth 201 exceeds the maximum of 64' },
      { shows: '200 levels that the schema refuses', body: `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, refused: [['/a', 'type']], stack: 'Error: boom' },
    ],
    against: [
      { shows: '200 levels that the schema admits', body: `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, stack: 'Error: boom' },
      { shows: 'a conversation of 200 answers', body: `${'{"by":"nora","answer":'.repeat(200)}null${'}'.repeat(200)}`, stack: 'Error: Nesting depth 200 exceeds the maximum of 64' },
      { shows: '200 levels of code that calls itself', body: `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, stack: 'RangeError: Maximum call stack size exceeded' },
      { shows: 'a long flat list', payload: Array.from({ length: 2000 }, (_, index) => index), refused: [['', 'type']], stack: 'Error: boom' },
    ],
  },
  match({ letter, schemaCheck, failure }) {
    const refused = schemaCheck.kind === 'invalid' || (TOO_DEEP.test(failure.template) && holdsNothingElse(letter.payload));
    const limit = refused ? DEEPEST_REFUSED : DEEPEST;
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

/** True where below the first level each level holds the next one and nothing else. */
function holdsNothingElse(payload: Json | undefined): boolean {
  let members: Json[] = typeof payload === 'object' && payload !== null ? Object.values(payload) : [];
  if (members.length > FEW) return false;
  for (let containers = members.filter(isContainer); containers.length > 0; containers = members.filter(isContainer)) {
    if (containers.length > 1) return false;
    members = Object.values(containers[0] ?? {});
    if (members.length > 1) return false;
  }
  return true;
}

function isContainer(value: Json): value is Json[] | { [key: string]: Json } {
  return typeof value === 'object' && value !== null;
}
