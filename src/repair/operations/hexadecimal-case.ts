import { readableText } from '../readable-text.ts';
import { isHexadecimal } from '../same-form.ts';
import { isKnownToFit, type Want } from '../want.ts';
import { textOperation } from './operation-kind.ts';

/**
 * `"3F6A2B…"` is `"3f6a2b…"`, or the other way round, where a pattern takes hexadecimal digits in that case only: they mean the
 * same in both. A pattern that takes further letters says nothing of the kind.
 */
export const hexadecimalCase = textOperation({
  name: 'hexadecimal-case',
  class: 'lossless',
  codes: ['pattern', 'union', 'custom'],
  suits: ({ want }) => want.members.length === 0 && want.patterns.length > 0,
  read: (text, { want }) => {
    const digits = readableText(text);
    if (!isHexadecimal(digits) || isKnownToFit(want, digits)) return undefined;
    const fitting = [digits.toLowerCase(), digits.toUpperCase()].filter((other) => isKnownToFit(want, other) && takesNoOtherLetters(want, other));
    return fitting.length === 1 ? fitting[0] : undefined;
  },
});

/** No letter behind F would do in place of one of the digits. */
function takesNoOtherLetters(want: Want, digits: string): boolean {
  const letters = digits === digits.toLowerCase() ? ['g', 'k', 'z'] : ['G', 'K', 'Z'];
  const places = [...digits.matchAll(/[a-f]/gi)].map(({ index }) => index);
  return places.every((place) => letters.every((letter) => !isKnownToFit(want, digits.slice(0, place) + letter + digits.slice(place + 1))));
}
