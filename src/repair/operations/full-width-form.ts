import { halfWidth, visibleText } from '../readable-text.ts';
import { textOperation } from './operation-kind.ts';

/** Full-width digits and signs become those of ASCII where the schema refuses the text: `"１００－０００１"` is `"100-0001"`. Letters stay as they are. */
export const fullWidthForm = textOperation({
  name: 'full-width-form',
  class: 'lossless',
  codes: ['format', 'pattern', 'too-long', 'custom'],
  suits: ({ want }) => want.members.length === 0,
  read: (text) => {
    const narrow = halfWidth(text, { letters: false });
    return narrow === text ? undefined : visibleText(narrow);
  },
});
