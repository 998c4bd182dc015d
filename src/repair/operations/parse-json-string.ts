import { parseJson, type Json } from '../../core/json.ts';
import { lossOnRewriting } from '../faithful-text.ts';
import { mayBe } from '../want.ts';
import { textOperation } from './operation-kind.ts';

/** A JSON text where the thing itself is wanted (an object in quotes, or a text quoted twice) is unpacked once. */
export const parseJsonString = textOperation({
  name: 'parse-json-string',
  class: 'lossless',
  opens: true,
  codes: ['type', 'format', 'pattern', 'enum', 'const', 'union', 'custom'],
  suits: ({ want, value }) => mayBe(want, 'object', 'array') || (isQuoted(value) && mayBe(want, 'string')),
  read: (text, { want }) => {
    if (!/^\s*[[{"]/.test(text)) return undefined;
    const value = parseJson(text);
    // What was quoted is a text that the schema wants, or is itself packed once more.
    if (typeof value === 'string' && !mayBe(want, 'string') && !/^\s*[[{"]/.test(value)) return undefined;
    return value === undefined || typeof value === 'number' || lossOnRewriting(text, value) !== undefined ? undefined : value;
  },
  inverse: (written) => JSON.stringify(written),
});

function isQuoted(value: Json | undefined): boolean {
  return typeof value === 'string' && value.trimStart().startsWith('"');
}
