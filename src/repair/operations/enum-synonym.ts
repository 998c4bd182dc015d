import type { Json } from '../../core/json.ts';
import { matchesPattern } from '../../core/json-pointer.ts';
import { documented } from '../documented.ts';
import { enumText } from '../enum-text.ts';
import type { Site } from '../site.ts';
import type { Want } from '../want.ts';
import { valueOperation } from './operation-kind.ts';

const NUMBER = /^-?\d+$/;

/**
 * A word becomes the allowed value that it means by the user's word, in any case, or by the schema's own description:
 * `` `dispatched` is now `shipped` ``, `0 = low`. Nothing else is a synonym, however near it is.
 */
export const enumSynonym = valueOperation({
  name: 'enum-synonym',
  class: 'lossless',
  guard: { codes: ['enum', 'const', 'union', 'pattern', 'type', 'custom'], received: ['string', 'integer'] },
  suits: ({ subject, want }) => subject.jobType.synonyms !== undefined || (allowedIn(want).length > 0 && want.descriptions.length > 0),
  read: (value, site) => {
    const word = enumText(typeof value === 'string' ? value : JSON.stringify(value));
    const declared = synonymsAt(site);
    if (declared.length === 0) return documentedMeaning(word, site);
    const exact = declared.find(([synonym]) => synonym === word);
    const [loose, ...others] = declared.filter(([synonym]) => synonym.toLowerCase() === word.toLowerCase());
    return (exact ?? (others.length === 0 ? loose : undefined))?.[1];
  },
});

function synonymsAt({ subject, pointer }: Site): readonly (readonly [string, Json])[] {
  const places = Object.entries(subject.jobType.synonyms ?? {}).filter(([place]) => matchesPattern(place, pointer));
  return places.flatMap(([, words]) => Object.entries(words));
}

const FLAGS: readonly Json[] = ['true', 'false'];

/** The allowed values; a flag has two. */
function allowedIn({ members, types }: Want): readonly Json[] {
  return members.length === 0 && types?.has('boolean') === true && [...types].every((type) => type === 'boolean' || type === 'null') ? FLAGS : members;
}

/** The meaning that the descriptions give, where it is an allowed value and the word itself is none. */
function documentedMeaning(word: string, { want }: Site): Json | undefined {
  const members = allowedIn(want);
  const meaning = meaningAmong(word, members, want.descriptions);
  return members === FLAGS && meaning !== undefined ? meaning === 'true' : meaning;
}

function meaningAmong(word: string, members: readonly Json[], descriptions: readonly string[]): string | undefined {
  const meanings = descriptions.map((text) => documented(text).meanings).filter((pairs) => pairs.has(word));
  const [meaning, ...others] = new Set(meanings.map((pairs) => pairs.get(word)));
  const isMeant = meaning !== undefined && others.length === 0 && members.includes(meaning) && !members.includes(word);
  return isMeant && (!NUMBER.test(word) || meanings.every((pairs) => isWholeList(pairs, members))) ? meaning : undefined;
}

/** Of a list of numbers every one has to stand for an allowed value, and no two for the same: otherwise it is an older list. */
function isWholeList(pairs: ReadonlyMap<string, string>, members: readonly Json[]): boolean {
  const numbered = [...pairs].filter(([word]) => NUMBER.test(word)).map(([, meaning]) => meaning);
  return numbered.every((meaning) => members.includes(meaning)) && new Set(numbered).size === numbered.length;
}
