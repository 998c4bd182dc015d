import type { Json } from '../../core/json.ts';
import { withValueAt } from '../../core/json-pointer.ts';
import { fragmentAt } from '../schema-fragment.ts';
import type { Site } from '../site.ts';
import { isKnownToFit, wantOf, type Want } from '../want.ts';
import { textOperation } from './operation-kind.ts';

const SEPARATORS = [',', ';', '|', '\n', ' '] as const;
const MOST_PARTS = 1000;

/**
 * `"push,release"` is `["push", "release"]` where a list is wanted and the schema knows each part: as an allowed value, or
 * by a pattern. A text that would itself be such an element is left alone: it may be one.
 */
export const splitList = textOperation({
  name: 'split-list',
  class: 'lossless',
  codes: ['type', 'union'],
  suits: ({ want }) => want.types?.has('array') === true && !want.types.has('string'),
  read: (text, site) => {
    const want = elementWant(site);
    if (want === undefined || isKnownToFit(want, text.trim())) return undefined;
    const lists = SEPARATORS.map((separator) => text.trim().split(separator).map((part) => part.trim()));
    return lists.find((parts) => parts.length > 1 && parts.length <= MOST_PARTS && parts.every((part) => isKnownToFit(want, part)));
  },
  inverse: (written) => (Array.isArray(written) ? written.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(',') : written),
});

/** What the schema wants of each element, which it tells only where a list stands. */
function elementWant({ subject: { schema, payload }, pointer }: Site): Want | undefined {
  const list: Json = [''];
  return schema.jsonSchema === undefined ? undefined : wantOf(fragmentAt(schema.jsonSchema, withValueAt(payload, pointer, list), `${pointer}/0`), undefined);
}
