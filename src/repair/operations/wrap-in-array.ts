import type { Json } from '../../core/json.ts';
import type { Site } from '../site.ts';
import { elementWant } from '../element-want.ts';
import { isIndexed } from './array-from-indexed.ts';
import { valueOperation } from './operation-kind.ts';

/** `"Lyon"` is `["Lyon"]` where a list is wanted. A text that may itself be a list of several, or none, is left alone, and so is `false` where no flags are wanted. */
export const wrapInArray = valueOperation({
  name: 'wrap-in-array',
  class: 'lossless',
  opens: true,
  guard: { codes: ['type', 'union', 'custom'], received: ['string', 'integer', 'number', 'boolean', 'object'] },
  suits: ({ want, issue }) => want.types?.has('array') === true || (want.types === undefined && issue?.code === 'custom'),
  read: (value, site) => (isNone(value, site) || (typeof value === 'string' && mayBeList(value)) || isIndexed(value) ? undefined : [value]),
  inverse: (written) => (Array.isArray(written) ? (written[0] ?? null) : written),
});

function isNone(value: Json, site: Site): boolean {
  return value === false && elementWant(site)?.types?.has('boolean') !== true;
}

/** Words for a list without elements. */
const NOTHING = /^(?:none|null|nil|undefined|n\/?a|empty|-+)$/i;

function mayBeList(text: string): boolean {
  return text === '' || NOTHING.test(text) || /[\s,;|]/.test(text) || /^["[{]/.test(text);
}
