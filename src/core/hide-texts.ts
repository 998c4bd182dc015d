import { REDACTED } from './redaction-mark.ts';

/** A secret is found by its head; only then is the rest of it compared. */
const HEAD = 16;
const SHORTEST = 4;

/** So much of a long secret has to be there; what follows is hidden as far as it is the same. */
const COMPARED = 512;

/** More secrets with one head than these are not told apart: any text that begins like them is hidden as far as they may reach. */
const MOST_ALIKE = 8;

/** Longer texts are hidden whole. */
const LONGEST_TEXT = 256 * 1024;

/** Where somebody else may have cut a text off: at its end, and before an ellipsis. */
const CUT = /["'`]?(?:…|\.\.\.)|$/g;

/** Secrets of at least 4 characters, ready to be found. */
interface SecretIndex {
  /** By their first 16 characters, or by the whole where it is shorter. */
  readonly byHead: ReadonlyMap<string, readonly string[]>;
  /** The lengths of the heads, longest first. */
  readonly lengths: readonly number[];
  /** The first 4 characters of each. */
  readonly starts: ReadonlySet<string>;
  readonly sortedHeads: readonly string[];
}

/**
 * Makes the function that hides `secrets` in a text: wherever one occurs whole, and where a text was cut off in the
 * midst of one. Everything else stays; hiding twice is the same as once. Linear in the length of the text, whatever
 * the number of secrets.
 */
export function hideTexts(secrets: Iterable<string>): (text: string) => string {
  const index = indexOf(secrets);
  return (text) => {
    if (index.byHead.size === 0 || text.length < SHORTEST) return text;
    return text.length > LONGEST_TEXT ? REDACTED : hide(text, index);
  };
}

function indexOf(secrets: Iterable<string>): SecretIndex {
  const byHead = new Map<string, string[]>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST) continue;
    const head = secret.slice(0, HEAD);
    const alike = byHead.get(head);
    if (alike === undefined) byHead.set(head, [secret]);
    else alike.push(secret);
  }
  for (const alike of byHead.values()) alike.sort((left, right) => right.length - left.length);
  const heads = [...byHead.keys()];
  return {
    byHead,
    lengths: [...new Set(heads.map(({ length }) => length))].toSorted((left, right) => right - left),
    starts: new Set(heads.map((head) => head.slice(0, SHORTEST))),
    sortedHeads: heads.toSorted(),
  };
}

function hide(text: string, index: SecretIndex): string {
  const cuts = [...text.matchAll(CUT)].map((match) => match.index);
  const parts: string[] = [];
  let kept = 0;
  let nextCut = 0;
  for (let position = 0; position <= text.length - SHORTEST; ) {
    while ((cuts[nextCut] ?? text.length) < position) nextCut += 1;
    if (text.startsWith(REDACTED, position)) {
      position += REDACTED.length;
      continue;
    }
    const end = endOfSecret(text, position, cuts[nextCut] ?? text.length, index);
    if (end === undefined) {
      position += 1;
      continue;
    }
    parts.push(text.slice(kept, position), REDACTED);
    position = end;
    kept = end;
  }
  return parts.length === 0 ? text : [...parts, text.slice(kept)].join('');
}

/** Where the secret ends that begins at `position`; `undefined` where none does. */
function endOfSecret(text: string, position: number, cut: number, { byHead, lengths, starts, sortedHeads }: SecretIndex): number | undefined {
  if (!starts.has(text.slice(position, position + SHORTEST))) return undefined;
  for (const length of lengths) {
    const alike = byHead.get(text.slice(position, position + length));
    const end = alike === undefined ? undefined : endOfAlike(text, position, cut, alike);
    if (end !== undefined) return end;
  }
  const left = cut - position;
  return left >= SHORTEST && left < HEAD && hasBeginning(sortedHeads, text.slice(position, cut)) ? cut : undefined;
}

function endOfAlike(text: string, position: number, cut: number, alike: readonly string[]): number | undefined {
  const [longest = ''] = alike;
  if (alike.length > MOST_ALIKE) return Math.min(text.length, position + longest.length);
  const whole = alike.find((secret) => text.startsWith(secret.slice(0, COMPARED), position));
  if (whole !== undefined) return endOfSame(text, position, whole);
  const rest = text.slice(position, Math.min(cut, position + COMPARED));
  const isCut = cut - position < COMPARED && alike.some((secret) => secret.length > rest.length && secret.startsWith(rest));
  return isCut ? cut : undefined;
}

function endOfSame(text: string, position: number, secret: string): number {
  let length = Math.min(secret.length, COMPARED);
  while (length < secret.length && text[position + length] === secret[length]) length += 1;
  return position + length;
}

/** True where one of the sorted texts begins with `beginning`. */
function hasBeginning(sorted: readonly string[], beginning: string): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') < beginning) low = middle + 1;
    else high = middle;
  }
  return sorted[low]?.startsWith(beginning) ?? false;
}
