import { isSafePointer, toPointer, type PointerPattern } from '../core/json-pointer.ts';
import { documentedKeys, OTHER_VALUE, type DocumentedKeys } from './documented-keys.ts';
import { documentedValues } from './documented-values.ts';

/** What the description of a member states in one of a few fixed forms. Anything else in it says nothing. */
export interface Documented extends DocumentedKeys {
  /** Where else its value is found: `found at items.data[].current_period_end`. */
  readonly foundAt: readonly PointerPattern[];
  /** How a share is counted: `Fraction 0..1`, `percentage 0-100`. */
  readonly scale: 'fraction' | 'percent' | undefined;
  /** The allowed values: `One of draft, sent, paid`. */
  readonly members: readonly string[];
  /** What other words, old ones mostly, mean: `` `dispatched` is now `shipped` ``, `0 = low, 1 = normal`. A word with two meanings has none. */
  readonly meanings: ReadonlyMap<string, string>;
}

const NOTHING: Documented = { otherKeys: [], replacedKeys: [], foundAt: [], scale: undefined, members: [], meanings: new Map() };

/** Nobody states such a thing further back; the bound keeps reading cheap. */
const LONGEST = 2000;

const PLACE = /\b(?:found|moved|located|nested|available|lives) (?:at|to|from|in|under|inside|inside of) [`'"]?(\$?[.]?[\w$-]+(?:\[(?:\*|\d*)\])*(?:\.[\w$-]+(?:\[(?:\*|\d*)\])*)+|\/[\w$~*[\]/-]+)/gi;

const FRACTION_RANGE = /(?:^|[^\d.])0(?:\.0+)?\s*(?:\.\.\.?|-|–|—|to|and|…)\s*1(?:\.0+)?(?![\d.]*\d)/i;
const PERCENT_RANGE = /(?:^|[^\d.])[01](?:\.0+)?\s*(?:\.\.\.?|-|–|—|to|and|…)\s*100(?!\d)/i;

const LIST = /\b(?:one of|either|(?:allowed|possible|valid|accepted) values?(?: are)?|values)[ :]*[([]?[ ]*([^.;()[\]\n]{1,400})/i;
const MEMBER = /^[`'"‘“]?([\w+/:-]{1,64})[`'"’”]?$/;

const known = new Map<string, Documented>();

/** Most descriptions that are remembered. A program has far fewer. */
const MOST_KNOWN = 5000;

/**
 * Reads a description. Total, and linear in its length; the same description is read once. What it calls another key
 * counts only where the sentence does not say that the value differs as well.
 */
export function documented(description: unknown): Documented {
  if (typeof description !== 'string' || description === '') return NOTHING;
  const before = known.get(description);
  if (before !== undefined) return before;
  const text = description.slice(0, LONGEST);
  const sentences = text.split(/[.!?;](?:\s|$)|\n/).filter((sentence) => !OTHER_VALUE.test(sentence));
  const read: Documented = {
    ...documentedKeys(text),
    foundAt: [...new Set(sentences.flatMap(placesIn))],
    scale: scaleIn(text),
    members: membersIn(text),
    meanings: documentedValues(text),
  };
  if (known.size < MOST_KNOWN) known.set(description, read);
  return read;
}

function placesIn(sentence: string): readonly PointerPattern[] {
  return [...sentence.matchAll(PLACE)].map(([, place = '']) => toPattern(place)).filter(isSafePointer);
}

/** `items.data[].end`, `$.items.data[*].end` and `/items/data/[*]/end` are one place. */
function toPattern(place: string): PointerPattern {
  if (place.startsWith('/')) return place.replace(/\/\*(?=\/|$)/g, '/[*]');
  const segments = place.replace(/^\$\.?/, '').replace(/\[(\*|\d*)\]/g, (_, index: string) => `.${index === '' || index === '*' ? '[*]' : index}`).split('.');
  return toPointer(segments.filter((segment) => segment !== ''));
}

/** What a description says that the value is not, or was. */
const DENIED = /\b(?:not|never|no longer|nor|neither|formerly|previously|instead of|rather than|unlike|was|were|until)\b[^,;.!?\n]*(?:\.\d[^,;.!?\n]*|\.\.\.?[^,;.!?\n]*)*/gi;

/** A range says more than a word: `Percentage (0..1)` is a fraction. */
function scaleIn(description: string): Documented['scale'] {
  const text = description.replace(DENIED, '');
  const ranges = { fraction: FRACTION_RANGE.test(text), percent: PERCENT_RANGE.test(text) };
  if (ranges.fraction || ranges.percent) return onlyScale(ranges);
  return onlyScale({ fraction: /\b(?:fraction|ratio)\b/i.test(text), percent: /\bpercent(?:age)?s?\b/i.test(text) });
}

function onlyScale({ fraction, percent }: { readonly fraction: boolean; readonly percent: boolean }): Documented['scale'] {
  if (fraction === percent) return undefined;
  return fraction ? 'fraction' : 'percent';
}

/** A list counts only as a whole: where one part is no plain word, none is. */
function membersIn(text: string): readonly string[] {
  const parts = (LIST.exec(text)?.[1] ?? '').trim().split(/\s*[,|]\s*(?:or |and )?| (?:or|and) /);
  const members = parts.filter((part) => part !== '').map((part) => MEMBER.exec(part.trim())?.[1]);
  return members.length > 1 && members.every((member) => member !== undefined) ? [...new Set(members)] : [];
}
