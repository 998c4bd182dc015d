import type { OperationKind } from './operation-kind.ts';

/** Typographic signs with the plain ones that say the same. Signs of currencies, letters and arithmetic have none. */
const PLAIN: readonly (readonly [signs: RegExp, plain: string])[] = [
  [/[\u2018\u2019\u201A\u201B\u2032]/g, "'"],
  [/[\u201C-\u201F\u2033]/g, '"'],
  [/[\u2010-\u2015]/g, '-'],
  [/\u2026/g, '...'],
  [/[\u2000-\u200A\u202F\u205F]/g, ' '],
  // Marks that only join or part what stands beside them.
  [/[\u200B\u2060\uFEFF]/g, ''],
];

/** The text with plain quotation marks, dashes, dots and blanks. */
export function withPlainPunctuation(text: string): string {
  return PLAIN.reduce((plainer, [signs, plain]) => plainer.replaceAll(signs, plain), text);
}

/**
 * Puts plain signs in place of typographic ones. It answers no issue of a schema: it is planned where a store's character
 * set lacks them, on free text only.
 */
export const plainPunctuation: OperationKind = {
  name: 'plain-punctuation',
  class: 'lossy',
  guard: { codes: [], received: ['string'] },
  propose: () => [],
  act: ({ pointer, value }) => {
    const plain = typeof value === 'string' ? withPlainPunctuation(value) : value;
    return plain === undefined || plain === value ? undefined : { kind: 'set', pointer, value: plain };
  },
};
