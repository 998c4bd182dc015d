import { valueOperation } from './operation-kind.ts';

/** `[]` is `{}` where only an object is wanted: PHP and Lua write an empty map as an empty list. */
export const objectFromEmptyList = valueOperation({
  name: 'object-from-empty-list',
  class: 'lossless',
  guard: { codes: ['type', 'union'], received: ['array'] },
  suits: ({ want: { types } }) => types?.has('object') === true && types.size === 1,
  read: (value) => (Array.isArray(value) && value.length === 0 ? {} : undefined),
});
