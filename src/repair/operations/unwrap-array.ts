import { valueOperation } from './operation-kind.ts';

/** `["Lyon"]` is `"Lyon"` where no list is wanted: an array of one element stands for the element. A list of null is no null. */
export const unwrapArray = valueOperation({
  name: 'unwrap-array',
  class: 'lossless',
  opens: true,
  guard: { codes: ['type', 'union', 'enum', 'const', 'custom'], received: ['array'] },
  suits: ({ want }) => want.types?.has('array') !== true,
  read: (value) => (Array.isArray(value) && value.length === 1 ? (value[0] ?? undefined) : undefined),
  inverse: (written) => [written],
});
