import type { Json } from '../../core/json.ts';
import { readTyped } from '../typed-json.ts';
import type { Want } from '../want.ts';
import { valueOperation } from './operation-kind.ts';

/**
 * `{ "$oid": "5322…" }` is `"5322…"`, `{ "N": "42" }` is `42` where no object is wanted: a wrapper of a database's own form of
 * JSON that only names the type of its value. An operator (`$gt`) is none.
 */
export const unwrapTagged = valueOperation({
  name: 'unwrap-tagged',
  class: 'lossless',
  opens: true,
  guard: { codes: ['type', 'union', 'enum', 'const', 'custom'], received: ['object'] },
  suits: ({ want }) => want.types !== undefined && !want.types.has('object'),
  read: (value, { want }) => {
    const typed = readTyped(value);
    return typed === undefined ? undefined : wanted(typed.value, typed.text, want);
  },
  inverse: (written) => (typeof written === 'string' ? { S: written } : { N: JSON.stringify(written) }),
});

function wanted(value: Json, text: string | undefined, { types }: Want): Json {
  const wantsText = types !== undefined && types.has('string') && !types.has('number') && !types.has('integer');
  return wantsText && text !== undefined ? text : value;
}
