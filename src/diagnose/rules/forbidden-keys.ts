import { isJsonObject, type Json } from '../../core/json.ts';
import type { Rule } from '../rule.ts';

/** A key that reaches a prototype, however it is nested. */
export const forbiddenKeys: Rule = {
  name: 'forbidden-keys',
  why: 'No honest producer sends a key that reaches a prototype; a worker that merges such a payload changes every object in its process.',
  source: 'CWE-1321, prototype pollution. `constructor` alone is an ordinary key (a racing team, a building firm) and counts only with `prototype` in it.',
  examples: {
    for: [
      { shows: 'an own key __proto__', body: '{"id":1,"__proto__":{"admin":true}}', stack: 'Error: boom' },
      { shows: 'the same deep inside', body: '{"id":1,"tags":[{"a":{"__proto__":{"x":1}}}]}', stack: 'Error: boom' },
      { shows: 'a path to it as a key', payload: { '__proto__.admin': true }, stack: 'Error: boom' },
      { shows: 'constructor.prototype', body: '{"constructor":{"prototype":{"admin":true}}}', stack: 'Error: boom' },
    ],
    against: [
      { shows: 'constructor as an ordinary field', payload: { constructor: 'McLaren', prototype: 'MCL-1' }, stack: 'Error: boom' },
      { shows: 'a count of words', body: '{"counts":{"toString":2,"__proto__":1}}', stack: 'Error: boom' },
      { shows: 'an index of a manual', payload: { 'Object.prototype.__proto__': 'the prototype of an object' }, stack: 'Error: boom' },
      { shows: 'the word as text', payload: { comment: 'never merge __proto__' }, stack: 'Error: boom' },
    ],
  },
  match({ letter }) {
    const key = forbiddenKey(letter.payload);
    if (key === undefined) return undefined;
    return {
      cause: 'hopeless',
      rule: 'forbidden-keys',
      why: `The payload carries the key ${key}, which would change the prototype of every object in the worker; no honest producer sends it.`,
      evidence: [{ source: 'payload', fact: `an own key ${key}` }],
      confidence: 'certain',
      malicious: true,
    };
  },
};

/** What a form or a setter by path makes a nested key of. */
const PATH = /^(?:__proto__|constructor[.[]prototype\]?)[.[]/;

/** A number or a text in the place of a prototype changes nothing: a count of words may hold any word. */
function isContainer(value: Json | undefined): boolean {
  return typeof value === 'object';
}

/** Walks without recursion, so no depth of nesting can exhaust the stack. */
function forbiddenKey(payload: Json | undefined): string | undefined {
  const values: (Json | undefined)[] = [payload];
  while (values.length > 0) {
    const value = values.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) {
      if (Object.hasOwn(value, '__proto__') && isContainer(value['__proto__'])) return '__proto__';
      if (Object.keys(value).some((key) => PATH.test(key))) return '__proto__';
      const builder = Object.hasOwn(value, 'constructor') ? value['constructor'] : undefined;
      if (isJsonObject(builder) && Object.hasOwn(builder, 'prototype')) return 'constructor.prototype';
    }
    for (const child of Object.values(value)) values.push(child);
  }
  return undefined;
}
