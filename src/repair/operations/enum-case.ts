import { enumText, onlyMember } from '../enum-text.ts';
import { textOperation } from './operation-kind.ts';

/** `"WEB"` is `"web"` where that is the only allowed value that differs in nothing but case, or in characters' width and form. */
export const enumCase = textOperation({
  name: 'enum-case',
  class: 'lossless',
  codes: ['enum', 'const', 'union'],
  suits: ({ want }) => want.members.length > 0,
  read: (text, { want }) => {
    if (want.members.includes(text.trim())) return undefined;
    const word = enumText(text);
    return onlyMember(want.members, (member) => member === word) ?? onlyMember(want.members, (member) => enumText(member).toLowerCase() === word.toLowerCase());
  },
});
