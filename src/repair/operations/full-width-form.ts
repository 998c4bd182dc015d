import { halfWidth, visibleText } from '../readable-text.ts';
import { isKnownToFit } from '../want.ts';
import { textOperation } from './operation-kind.ts';

/** Full-width digits and signs become those of ASCII where the schema refuses the text: `"１００－０００１"` is `"100-0001"`. Letters do so only where a pattern asks for it. */
export const fullWidthForm = textOperation({
  name: 'full-width-form',
  class: 'lossless',
  codes: ['format', 'pattern', 'too-long', 'custom'],
  suits: ({ want }) => want.members.length === 0,
  read: (text, { want }) => {
    const [whole, signs] = [true, false].map((letters) => visibleText(halfWidth(text, { letters })));
    const narrow = whole !== undefined && isKnownToFit(want, whole) ? whole : signs;
    return narrow === visibleText(text) ? undefined : narrow;
  },
});
