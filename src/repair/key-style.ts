/** Of a key longer than this only the first and the last words are looked at, which are those that tell what it is. */
const LONGEST_NAME = 256;

/** What joins words, what nobody sees, and what encoders leave at a key's edges: quotes, a colon, the brackets of a form's list. */
const NO_WORDS = /[\s_.\-\u200b\u2060"'`]|:$|\[\]$/g;

/** Equal for keys that differ only in how their words are joined: `orderId`, `order_id`, `OrderID`, `order-id`. */
export function normalKey(key: string): string {
  // Nobody joins the words of such a key in another way, and looking would cost as much as the key is long.
  if (key.length > LONGEST_NAME) return key;
  return key.replace(NO_WORDS, '').toLowerCase();
}

/** The words of keys that were asked for before: a program has few, and asks for them often. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 2000;

/** The words of a key, in lower case: `['order', 'id']` for all of the spellings above. */
export function keyWords(key: string): readonly string[] {
  const words = known.get(key) ?? readWords(key.length > LONGEST_NAME ? `${key.slice(0, LONGEST_NAME / 2)} ${key.slice(-LONGEST_NAME / 2)}` : key);
  if (known.size < MOST_KNOWN && key.length <= LONGEST_NAME) known.set(key, words);
  return words;
}

function readWords(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_.-]+/)
    .filter((word) => word !== '');
}

/** Keys longer than this are no slips of each other; the bound keeps the comparison cheap. */
const LONGEST_KEY = 64;

/**
 * True where one key may well be meant as the other: the same words, a slip of at most two letters, one inside the other,
 * or one an abbreviation of the other (`qty`, `quantity`).
 */
export function areSimilarKeys(left: string, right: string): boolean {
  const [one, other] = [normalKey(left), normalKey(right)];
  if (one === other) return true;
  const [shorter = '', longer = ''] = [one, other].toSorted((first, second) => first.length - second.length);
  if (shorter.length < 3 || longer.length > LONGEST_KEY) return false;
  if (shorter[0] === longer[0] && isSubsequence(shorter, longer)) return true;
  return shorter.length > 3 && (longer.includes(shorter) || editDistance(one, other) <= 2);
}

function isSubsequence(shorter: string, longer: string): boolean {
  let position = 0;
  for (const letter of longer) if (letter === shorter[position]) position++;
  return position === shorter.length;
}

function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const changed = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, changed));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
