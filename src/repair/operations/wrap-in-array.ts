import { isIndexed } from './array-from-indexed.ts';
import { valueOperation } from './operation-kind.ts';

/** `"Lyon"` is `["Lyon"]` where a list is wanted. A text that may itself be a list of several is left alone. */
export const wrapInArray = valueOperation({
  name: 'wrap-in-array',
  class: 'lossless',
  opens: true,
  guard: { codes: ['type', 'union', 'custom'], received: ['string', 'integer', 'number', 'boolean', 'object'] },
  suits: ({ want, issue }) => want.types?.has('array') === true || (want.types === undefined && issue?.code === 'custom'),
  read: (value) => ((typeof value === 'string' && mayBeList(value)) || isIndexed(value) ? undefined : [value]),
  inverse: (written) => (Array.isArray(written) ? (written[0] ?? null) : written),
});

function mayBeList(text: string): boolean {
  return text === '' || /[\s,;|]/.test(text) || /^["[{]/.test(text);
}
