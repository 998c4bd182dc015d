import { enumText, onlyMember } from '../enum-text.ts';
import { differsAsUnit } from '../unit-symbols.ts';
import { textOperation } from './operation-kind.ts';

/**
 * `"WEB"` is `"web"` where that is the only allowed value that differs in nothing but case, or in characters' width and form. No unit is another
 * one for that: `mg` is not `Mg`.
 */
export const enumCase = textOperation({
  name: 'enum-case',
  class: 'lossless',
  codes: ['enum', 'const', 'union'],
  suits: ({ want }) => want.members.length > 0,
  read: (text, { want, key }) => {
    if (want.members.includes(text.trim())) return undefined;
    const word = enumText(text);
    const same = onlyMember(want.members, (member) => member === word) ?? onlyMember(want.members, (member) => enumText(member).toLowerCase() === word.toLowerCase());
    return same === undefined || differsAsUnit(word, same, { key, members: want.members }) ? undefined : same;
  },
});
