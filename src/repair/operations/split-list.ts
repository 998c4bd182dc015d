import { elementWant } from '../element-want.ts';
import { isKnownToFit } from '../want.ts';
import { textOperation } from './operation-kind.ts';

const SEPARATORS = [',', ';', '|', '\n', ' '] as const;
const MOST_PARTS = 1000;

/** The brackets of a list as PostgreSQL and Python print it: `{push,release}`, `['push', 'release']`. */
const PRINTED = /^\{([^{}"\\]*)\}$|^\[((?:'[^'"\\]*'(?:, ?(?!$)|(?=\]$)))+)\]$/;

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
    const lists = SEPARATORS.map((separator) => unpacked(text.trim()).split(separator).map((part) => part.trim()).map(unquoted));
    return lists.find((parts) => parts.length > 1 && parts.length <= MOST_PARTS && parts.every((part) => isKnownToFit(want, part)));
  },
  inverse: (written) => (Array.isArray(written) ? written.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(',') : written),
});

function unpacked(text: string): string {
  const [, inBraces, inBrackets] = PRINTED.exec(text) ?? [];
  return inBraces ?? inBrackets ?? text;
}

function unquoted(part: string): string {
  return /^'[^']*'$/.test(part) ? part.slice(1, -1) : part;
}
