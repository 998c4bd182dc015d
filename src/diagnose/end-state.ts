import type { InspectedLetter } from '../core/inspected-letter.ts';
import { isJsonObject } from '../core/json.ts';
import { wordsOf } from './words-of.ts';

/** Verbs behind which the name of a job says what is to be done: `mark-shipped`, `process-refund`. */
const LEADING = new Set(['apply', 'attempt', 'create', 'do', 'execute', 'issue', 'make', 'mark', 'perform', 'process', 'request', 'run', 'set', 'submit']);
/** Names of jobs that tell others about it, or look at it. */
const TELLS = new Set('alert check email export import mail mails message notice notification notify ping poll print push receipt reminder report sms sync verify webhook'.split(' '));
const IRREGULAR: Readonly<Record<string, string>> = { pay: 'paid', send: 'sent', withdraw: 'withdrawn', take: 'taken', bind: 'bound', begin: 'begun', sell: 'sold', freeze: 'frozen', cancel: 'canceled', cancellation: 'canceled', payment: 'paid', deletion: 'deleted' };
const PARTIAL = /partial/i;
const MOST_MEMBERS = 200;

/** True where this participle (`refunded`) is what the name of the job orders (`refund-charge`, `mark-refunded`). */
export function isOrdered({ letter }: InspectedLetter, participle: string): boolean {
  const [first = '', ...rest] = wordsOf(letter.name.split(/[.:/]/).at(-1) ?? '');
  const words = LEADING.has(first) ? [first, ...rest] : [first];
  const tells = [first, ...rest].some((word) => TELLS.has(word));
  return !tells && words.some((word) => participleOf(word).includes(plain(participle)));
}

/** True where the payload speaks of a part only, or of several things, so that one end state is not all of it. */
export function isPartOnly({ letter }: InspectedLetter): boolean {
  if (!isJsonObject(letter.payload)) return true;
  return Object.entries(letter.payload).slice(0, MOST_MEMBERS).some(([key, value]) => Array.isArray(value) || (PARTIAL.test(key) && value !== false && value !== null) || (typeof value === 'string' && /^partial/i.test(value)));
}

function participleOf(word: string): readonly string[] {
  const irregular = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined;
  const regular = word.endsWith('e') ? [`${word}d`] : word.endsWith('y') ? [`${word.slice(0, -1)}ied`, `${word}ed`] : [`${word}ed`, `${word}${word.slice(-1)}ed`];
  return [word, ...regular, ...(irregular === undefined ? [] : [irregular])].map(plain);
}

/** `cancelled` and `canceled` are the same. */
function plain(word: string): string {
  return word.toLowerCase().replace(/ll(?=ed$)/, 'l');
}
