import { visibleText } from '../readable-text.ts';
import { isKnownToFit } from '../want.ts';
import { textOperation } from './operation-kind.ts';

/** Characters that nobody sees go, and blanks of other widths become plain ones, where the schema refuses the text and trimming its edges is not enough. */
export const stripInvisible = textOperation({
  name: 'strip-invisible',
  class: 'lossless',
  codes: ['format', 'pattern', 'too-long', 'custom'],
  suits: ({ want, value }) => want.members.length === 0 && typeof value === 'string' && !isKnownToFit(want, value.trim()),
  read: (text) => {
    const visible = visibleText(text);
    return visible === '' || visible === text.trim() ? undefined : visible;
  },
});
