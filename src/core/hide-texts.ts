import { plainCharacters } from './plain-characters.ts';
import { REDACTED } from './redaction-mark.ts';

/** A secret is found by its head; only then is the rest of it compared. */
const HEAD = 16;
const SHORTEST = 4;

/** So much of a long secret has to be there; what follows is hidden as far as it is the same. */
const COMPARED = 512;

/** More secrets with one head than these are not told apart: any text that begins like them is hidden as far as they may reach. */
const MOST_ALIKE = 8;

/** The code of the character with which `[redacted]` begins. */
const OPENING = REDACTED.charCodeAt(0);

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
  /** The code of the first character of each: most places of a text are passed by it. */
  readonly firsts: ReadonlySet<number>;
  /** The first 4 characters of each. */
  readonly starts: ReadonlySet<string>;
  readonly sortedHeads: readonly string[];
}

/**
 * Makes the function that hides `secrets` in a text: wherever one occurs whole, and where a text was cut off in the
 * midst of one, however often it was escaped (the secrets are given in their plain characters). Everything else stays;
 * hiding twice is the same as once. Linear in the length of the text, whatever the number of secrets.
 */
export function hideTexts(secrets: Iterable<string>): (text: string) => string {
  const index = indexOf(secrets);
  return (text) => {
    if (index.byHead.size === 0 || text.length < SHORTEST) return text;
    return text.length > LONGEST_TEXT ? REDACTED : hideIn(text, index);
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
    firsts: new Set(heads.map((head) => head.charCodeAt(0))),
    starts: new Set(heads.map((head) => head.slice(0, SHORTEST))),
    sortedHeads: heads.toSorted(),
  };
}

function hideIn(text: string, index: SecretIndex): string {
  // Once more without decoding: a secret may end like the beginning of an encoded character.
  return hideInPlain(text.includes('%') ? hideInPlain(text, index, true) : text, index, false);
}

function hideInPlain(text: string, index: SecretIndex, decode: boolean): string {
  const plain = plainCharacters(text, decode);
  const spans = secretsIn(plain.text, index);
  const { starts, ends } = plain;
  if (starts === undefined || ends === undefined) return replaced(text, spans);
  return replaced(text, spans.map(([start, end]) => [startBefore(text, starts[start] ?? 0), ends[end - 1] ?? text.length]));
}

/** The backslashes before a secret belong to its first character. */
function startBefore(text: string, start: number): number {
  let first = start;
  while (text[first - 1] === '\\') first -= 1;
  return first;
}

/** From where to where a secret reaches. */
type Span = readonly [start: number, end: number];

function replaced(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let kept = 0;
  for (const [start, end] of spans) {
    parts.push(text.slice(kept, start), REDACTED);
    kept = end;
  }
  return [...parts, text.slice(kept)].join('');
}

function secretsIn(text: string, index: SecretIndex): readonly Span[] {
  const cuts = [...text.matchAll(CUT)].map((match) => match.index);
  const spans: Span[] = [];
  let nextCut = 0;
  for (let position = 0; position <= text.length - SHORTEST; ) {
    const first = text.charCodeAt(position);
    if (first !== OPENING && !index.firsts.has(first)) {
      position += 1;
      continue;
    }
    while ((cuts[nextCut] ?? text.length) < position) nextCut += 1;
    if (first === OPENING && text.startsWith(REDACTED, position)) {
      position += REDACTED.length;
      continue;
    }
    const end = endOfSecret(text, position, cuts[nextCut] ?? text.length, index);
    if (end === undefined) {
      position += 1;
      continue;
    }
    spans.push([position, end]);
    position = end;
  }
  return spans;
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
