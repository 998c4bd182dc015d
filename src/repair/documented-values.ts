/** By another value: the value that the description of a member says it stands for. */
export type DocumentedValues = ReadonlyMap<string, string>;

const NOTHING: DocumentedValues = new Map();

/** Nobody states such a thing further back; the bound keeps reading cheap. */
const LONGEST = 2000;

const VALUE = '[`\'"‘“]([\\w][\\w +/:.-]{0,62}[\\w+]|[\\w])[`\'"’”]';
const NAMED = '(?: (?:value|name|spelling|called|named|known as))*';

/** Sentences about two values, the other one first. */
const OLD_FIRST = new RegExp(
  `${VALUE}(?:,)? (?:is|was|were|has been|are|got|(?=renamed|became|means))? ?(?:now(?: called| named| spelt| known as| written)?|renamed(?: to| as)?|became|an? (?:alias|old name|former name|synonym) (?:of|for)|the (?:old|former|previous|legacy) (?:name|value|spelling) (?:of|for)|means|stands for|has become|->|→|=>?)[ :]*${VALUE}`,
  'gi',
);
/** The present one first: ``` `shipped` (formerly `dispatched`) ```. */
const NEW_FIRST = new RegExp(
  `${VALUE}[ ,(]*(?:formerly|previously|once|was|used to be|renamed from|aliase?s?(?: of)?|(?:old|former|previous|legacy|deprecated)(?: value| name| spelling)s?)${NAMED}[ :=]*${VALUE}`,
  'gi',
);

/**
 * What stands behind a pair and makes it one of several: ``` `sent` is now `shipped` or `delivered` ```. Another pair may
 * follow: ``` `a` is now `b`, `c` is now `d` ```.
 */
const ONE_OF_SEVERAL = new RegExp(
  `^ ?(?:,|or|and|and/or|/|\\+|, (?:or|and)) ?(?!${VALUE},? (?:is|was|are|were|has|renamed|became|means|stands|->|→|=))[\`'"‘“]|^ (?:or|if|when|unless|except|only|for|in some|where|while|but)\\b`,
  'i',
);

/** A sentence that denies, divides or compares says nothing of the kind. */
const OTHER_SENSE = /\b(?:no longer|not|never|instead|different\w*|unlike|differs?|split\w*|merged?|depend\w*|opposite|reversed?|invert\w*|either|sometimes|usually|mostly|roughly|similar)\b|n't\b/i;

/** `0 = low, 1 = normal, 2 = high`, of which the parts are told apart by commas or semicolons. */
const NUMBERED = /(?:^|[\s(:])((?:-?\d{1,6}|[`'"]-?\d{1,6}[`'"]) ?(?:=|:|->|→|=>|means|is) ?[`'"]?[\w-]{1,64}[`'"]?(?:(?:[,;]| and| or) ?(?=[-`'"\d])|(?=[.)\s]|$)))+/;
const NUMBER_PAIR = /[`'"]?(-?\d{1,6})[`'"]? ?(?:=|:|->|→|=>|means|is) ?[`'"]?([\w-]{1,64})[`'"]?/g;

const known = new Map<string, DocumentedValues>();
const MOST_KNOWN = 5000;

/**
 * Which old values a description calls which present ones, in a few fixed forms: ``` `dispatched` is now `shipped` ```,
 * ``` `shipped` (formerly `dispatched`) ```, `0 = low, 1 = high`. A value that it gives two meanings has none.
 */
export function documentedValues(description: string): DocumentedValues {
  if (description === '') return NOTHING;
  const before = known.get(description);
  if (before !== undefined) return before;
  const text = description.slice(0, LONGEST);
  const sentences = text.split(/[.!?;](?:\s|$)|\n/).filter((sentence) => !OTHER_SENSE.test(sentence));
  const read = unambiguous([...sentences.flatMap(pairsIn), ...numberedIn(text)]);
  if (known.size < MOST_KNOWN) known.set(description, read);
  return read;
}

type Pair = readonly [old: string, present: string];

function pairsIn(sentence: string): readonly Pair[] {
  const alone = (found: RegExpMatchArray): boolean => !ONE_OF_SEVERAL.test(sentence.slice((found.index ?? 0) + found[0].length));
  const oldFirst = [...sentence.matchAll(OLD_FIRST)].filter(alone).map(([, old = '', present = '']): Pair => [old, present]);
  const newFirst = [...sentence.matchAll(NEW_FIRST)].map(([, present = '', old = '']): Pair => [old, present]);
  return [...oldFirst, ...newFirst];
}

/** One number alone is no list: it may stand for anything. */
function numberedIn(text: string): readonly Pair[] {
  if (OTHER_SENSE.test(text)) return [];
  const list = NUMBERED.exec(text)?.[0] ?? '';
  const pairs = [...list.matchAll(NUMBER_PAIR)].map(([, number = '', word = '']): Pair => [number, word]);
  return pairs.length > 1 ? pairs : [];
}

function unambiguous(pairs: readonly Pair[]): DocumentedValues {
  const single = pairs.filter(([old, present]) => old !== present && pairs.every(([otherOld, otherPresent]) => otherOld !== old || otherPresent === present));
  return new Map(single);
}
