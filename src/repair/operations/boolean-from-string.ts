import { mayBe } from '../want.ts';
import { textOperation } from './operation-kind.ts';

/** Words that say yes or no wherever they stand. */
const WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true], ['yes', true], ['on', true],
  ['false', false], ['no', false], ['off', false],
]);

/** Signs that say it only where a boolean is wanted. */
const SIGNS: ReadonlyMap<string, boolean> = new Map([
  ['1', true], ['t', true], ['y', true],
  ['0', false], ['f', false], ['n', false],
]);

/** `"TRUE"`, `"yes"`, `"on"`, `"1"` are `true`. A blank text is neither, nor is anything else. */
export const booleanFromString = textOperation({
  name: 'boolean-from-string',
  class: 'lossless',
  codes: ['type', 'union', 'enum', 'const', 'custom'],
  suits: ({ want }) => mayBe(want, 'boolean'),
  read: (text, { want }) => {
    const word = text.trim().toLowerCase();
    return WORDS.get(word) ?? (want.types?.has('boolean') === true ? SIGNS.get(word) : undefined);
  },
  inverse: (written) => JSON.stringify(written),
});
