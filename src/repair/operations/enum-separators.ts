import { enumText, joinedWord, onlyMember } from '../enum-text.ts';
import { textOperation } from './operation-kind.ts';

/** `"in-progress"` and `"inProgress"` are `"IN_PROGRESS"` where that is the only allowed value of the same words, however they are joined. */
export const enumSeparators = textOperation({
  name: 'enum-separators',
  class: 'lossless',
  codes: ['enum', 'const', 'union'],
  suits: ({ want }) => want.members.length > 0,
  read: (text, { want }) => {
    const word = enumText(text).toLowerCase();
    const differsInCaseOnly = want.members.some((member) => typeof member === 'string' && enumText(member).toLowerCase() === word);
    const joined = joinedWord(text);
    return differsInCaseOnly || joined === '' ? undefined : onlyMember(want.members, (member) => joinedWord(member) === joined);
  },
});
