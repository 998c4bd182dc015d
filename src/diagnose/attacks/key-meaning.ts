import { wordsOf } from '../words-of.ts';

/** Keys of members that hold markup, code or queries by design: what looks like an attack may be their content. */
const CODE_WORDS = new Set(
  `banner code css embed expression filter footer formula html javascript js markdown markup payload query regex rule rules script signature snippet source sql svg template xml xpath`.split(' '),
);
/** Keys of members that hold whatever a person writes. */
const TEXT_WORDS = new Set('answer article bio body caption comment content description excerpt feedback message note notes post prompt question remark remarks review subject summary text title transcript'.split(' '));
/** Keys of members by which somebody proves who they are. */
const SECRET_WORDS = new Set('otp passcode passwd password pin secret token'.split(' '));
/** Keys of members that name one thing; nobody means a search by them. */
const NAMING_WORDS = new Set([...SECRET_WORDS, ...'account email id key login name user username uuid'.split(' ')]);

/** True where the key says that code or markup stands there. */
export function holdsCode(key: string): boolean {
  return wordsOf(key).some((word) => CODE_WORDS.has(word));
}

/** True where the key says that text of a person stands there. */
export function holdsText(key: string): boolean {
  return wordsOf(key).some((word) => TEXT_WORDS.has(word));
}

/** True where the key says that one thing is named there. */
export function namesOneThing(key: string): boolean {
  return NAMING_WORDS.has(wordsOf(key).at(-1) ?? '');
}

/** True where the key says that a secret stands there. */
export function namesSecret(key: string): boolean {
  return SECRET_WORDS.has(wordsOf(key).at(-1) ?? '');
}
