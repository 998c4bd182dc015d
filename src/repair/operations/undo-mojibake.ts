import { mojibakeSource } from '../mojibake.ts';
import { isKnownToFit } from '../want.ts';
import { textOperation } from './operation-kind.ts';

/** `"CafÃ©"` is `"Café"`, whose bytes were read in a wrong encoding (once or twice), where the schema knows `"Café"`: as an allowed value, or by a pattern. */
export const undoMojibake = textOperation({
  name: 'undo-mojibake',
  class: 'lossless',
  codes: ['enum', 'const', 'pattern', 'union'],
  suits: ({ want }) => want.members.length > 0 || want.patterns.length > 0,
  read: (text, { want }) => {
    const once = mojibakeSource(text.trim());
    const twice = once === undefined ? undefined : mojibakeSource(once);
    const fitting = [once, twice].filter((source) => source !== undefined && isKnownToFit(want, source));
    return fitting.length === 1 ? fitting[0] : undefined;
  },
});
