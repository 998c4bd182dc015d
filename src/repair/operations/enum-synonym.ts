import type { Json } from '../../core/json.ts';
import { matchesPattern } from '../../core/json-pointer.ts';
import { enumText } from '../enum-text.ts';
import type { Site } from '../site.ts';
import { textOperation } from './operation-kind.ts';

/** A word becomes the allowed value that the user says it means, in any case. Nothing is a synonym that the user did not declare. */
export const enumSynonym = textOperation({
  name: 'enum-synonym',
  class: 'lossless',
  codes: ['enum', 'const', 'union', 'pattern', 'type', 'custom'],
  suits: ({ subject }) => subject.jobType.synonyms !== undefined,
  read: (text, site) => {
    const word = enumText(text);
    const meanings = synonymsAt(site);
    const [exact] = meanings.filter(([synonym]) => synonym === word);
    const [loose, ...others] = meanings.filter(([synonym]) => synonym.toLowerCase() === word.toLowerCase());
    return (exact ?? (others.length === 0 ? loose : undefined))?.[1];
  },
});

function synonymsAt({ subject, pointer }: Site): readonly (readonly [string, Json])[] {
  const places = Object.entries(subject.jobType.synonyms ?? {}).filter(([place]) => matchesPattern(place, pointer));
  return places.flatMap(([, words]) => Object.entries(words));
}
