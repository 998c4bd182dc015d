import type { SchemaIssue } from '../../core/payload-schema.ts';
import type { Rule } from '../rule.ts';

const SHOWN = 5;

/** A payload that its schema refuses. */
export const schemaRefuses: Rule = {
  name: 'schema-refuses',
  why: 'What can not pass its schema fails again, whatever the worker said; the schema and not the error text says what is wrong with it.',
  source: 'The user\'s own schema, asked again.',
  examples: {
    for: [
      { shows: 'a text in place of a boolean', stack: 'Error: validation failed', payload: { gift: 'TRUE' }, refused: [['/gift', 'type']] },
      { shows: 'also where the error looks transient', stack: 'Error: read ECONNRESET', payload: { gift: 'TRUE' }, refused: [['/gift', 'type']] },
      { shows: 'also where the code stumbled over it', stack: "TypeError: Cannot read properties of undefined (reading 'id')", payload: { note: 'x' }, refused: [['/customer', 'missing']] },
    ],
    against: [{ shows: 'a payload that passes', stack: 'Error: validation failed' }],
  },
  match({ schemaCheck }) {
    if (schemaCheck.kind !== 'invalid') return undefined;
    const { issues } = schemaCheck;
    return {
      cause: 'malformed',
      rule: 'schema-refuses',
      why: `The payload does not pass its schema: ${issues.slice(0, SHOWN).map(describe).join('; ')}${issues.length > SHOWN ? `; and ${issues.length - SHOWN} more` : ''}.`,
      evidence: issues.slice(0, SHOWN).map((issue) => ({ source: 'schema', fact: describe(issue) })),
      confidence: 'certain',
    };
  },
};

/** Without the library's sentence, which may quote the value. */
function describe({ pointer, code, expected, received }: SchemaIssue): string {
  const wanted = expected === '' ? '' : `, expected ${expected.slice(0, 80)}`;
  return `${code} at ${pointer === '' ? 'the root' : pointer}${wanted}, found ${received}`;
}
