import { textOperation } from './operation-kind.ts';

/** `" finance@example.com "` is `"finance@example.com"`: blanks at the edges go, nothing inside is touched. */
export const trim = textOperation({
  name: 'trim',
  class: 'lossless',
  codes: ['format', 'pattern', 'too-long', 'enum', 'const', 'union', 'custom'],
  suits: ({ want, value }) => want.members.length === 0 || (typeof value === 'string' && want.members.includes(value.trim())),
  read: (text) => {
    const trimmed = text.trim();
    return trimmed === text || trimmed === '' ? undefined : trimmed;
  },
  inverse: (written) => (typeof written === 'string' ? ` ${written} ` : written),
});
