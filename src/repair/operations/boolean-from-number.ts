import { valueOperation } from './operation-kind.ts';

/** `1` is `true` and `0` is `false` where nothing but a boolean is wanted, as databases without booleans store them. No other number is either. */
export const booleanFromNumber = valueOperation({
  name: 'boolean-from-number',
  class: 'lossless',
  guard: { codes: ['type'], received: ['integer'] },
  suits: ({ want }) => want.types?.has('boolean') === true && [...want.types].every((type) => type === 'boolean' || type === 'null'),
  read: (value) => (value === 1 || value === 0 ? value === 1 : undefined),
  inverse: (written) => (typeof written === 'boolean' ? Number(written) : written),
});
