import { textOperation } from './operation-kind.ts';

/** A letter and its accent, sent as two characters, become the one that means the same (NFC), where the schema refuses the text. */
export const composedForm = textOperation({
  name: 'composed-form',
  class: 'lossless',
  codes: ['pattern', 'too-long', 'custom'],
  suits: ({ want }) => want.members.length === 0,
  read: (text) => {
    const composed = text.normalize('NFC').trim();
    return composed === text.trim() ? undefined : composed;
  },
  inverse: (written) => (typeof written === 'string' ? written.normalize('NFD') : written),
});
