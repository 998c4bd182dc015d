import { taggedValue } from '../tagged-value.ts';
import { valueOperation } from './operation-kind.ts';

/** `{ "$oid": "5322…" }` is `"5322…"`, `{ "N": "42" }` is `"42"` where no object is wanted: what a database's own form of JSON names the type of. */
export const unwrapTagged = valueOperation({
  name: 'unwrap-tagged',
  class: 'lossless',
  opens: true,
  guard: { codes: ['type', 'union', 'custom'], received: ['object'] },
  suits: ({ want }) => want.types !== undefined && !want.types.has('object'),
  read: (value) => taggedValue(value),
});
