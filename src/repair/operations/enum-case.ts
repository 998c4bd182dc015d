import { textOperation } from './operation-kind.ts';

/** `"WEB"` is `"web"` where that is the only allowed value that differs in nothing but case. */
export const enumCase = textOperation({
  name: 'enum-case',
  class: 'lossless',
  codes: ['enum', 'const', 'union'],
  suits: ({ want }) => want.members.length > 0,
  read: (text, { want }) => {
    const word = text.trim();
    if (want.members.includes(word)) return undefined;
    const [member, ...others] = want.members.filter((candidate) => typeof candidate === 'string' && candidate.toLowerCase() === word.toLowerCase());
    return others.length === 0 ? member : undefined;
  },
});
