import type { InspectedLetter } from '../../core/inspected-letter.ts';
import { isJsonObject } from '../../core/json.ts';
import { wordsOf } from '../words-of.ts';

/** Work that changes a number by its name alone. */
const COUNTS = new Set('accrue credit debit decrease decrement deduct increase increment topup'.split(' '));
/** Work that changes a number where one is named or is in the payload. */
const ADDS = new Set('add adjust apply append award book burn charge collect consume deposit dispense donate earn give grant issue lower move pay post raise record redeem refund refill replenish reserve restock return reward settle shift spend subtract take tip top transfer use withdraw'.split(' '));
/** Verbs that bring a row into being, which has an id of its own. */
const BRINGS = new Set('add append book charge deposit grant issue post record redeem refund reserve transfer withdraw pay award'.split(' '));
const COUNTED = new Set('amount amounts balance cash coins count counter credit credits funds inventory karma mileage miles minutes money points quantity quota score stock stocks units wallet'.split(' '));
const QUANTITIES = new Set('amount by cents coins credits delta hours increment miles minor minutes points qty quantity stock sum units'.split(' '));
/** Work that writes what is to be, and work that only looks. */
const SETS = new Set('archive check compute count delete export fetch get import index list load notify overwrite pull put read rebuild recalculate recompute recount refresh remind render replace report save send set store sync synchronise synchronize update upsert validate verify write'.split(' '));
const IDENTIFIES = new Set('id key nr number ref reference ulid uuid guid'.split(' '));
/** Things of which each piece of work has one. */
const OCCURRENCES = new Set('command dedup deduplication entry idempotency message movement operation posting request transaction tx txn'.split(' '));
const MOST_MEMBERS = 200;

/** True where the name of the job says that a number goes up or down, or where it moves a quantity and names no id of that move. */
export function addsUp({ letter }: InspectedLetter): boolean {
  const words = wordsOf(letter.name);
  if (SETS.has(words[0] ?? '')) return false;
  if (COUNTS.has(words[0] ?? '') || COUNTS.has(words.at(-1) ?? '')) return true;
  const verb = words.find((word) => ADDS.has(word));
  if (verb === undefined) return false;
  return words.some((word) => COUNTED.has(word)) || (namesQuantity(letter.payload) && !namesOwnWork(letter.payload, words, verb));
}

/** True where a method of this name (`PointsStore.incrby`, `addPoints`, `commit`) adds to what is there. */
export function addsUpByMethod(name: string): boolean {
  const plain = name.toLowerCase();
  const words = wordsOf(name);
  return CALLS.has(plain) || COUNTS.has(words[0] ?? '') || (ADDS.has(words[0] ?? '') && words.some((word) => COUNTED.has(word)));
}

/** Commands and methods that add to what is there, and the end of a transaction, of which nobody knows on which side it was cut. */
const CALLS = new Set('append commit committransaction decr decrby decrement hincrby incr incrby incrbyfloat increment lpush rpush xadd zincrby'.split(' '));

function namesQuantity(payload: InspectedLetter['letter']['payload']): boolean {
  if (!isJsonObject(payload)) return false;
  return Object.entries(payload).slice(0, MOST_MEMBERS).some(([key, value]) => (typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,15}(?:[.,]\d{1,6})?$/.test(value))) && wordsOf(key).some((word) => QUANTITIES.has(word)));
}

/** An account, a wallet or a shelf is what the work is done to; an entry or a transfer is the work. */
function namesOwnWork(payload: InspectedLetter['letter']['payload'], words: readonly string[], verb: string): boolean {
  if (!isJsonObject(payload)) return false;
  const brought = BRINGS.has(verb) ? (words.at(-1) ?? '') : '';
  const isWork = (stem: string): boolean => stem === '' || stem === verb || OCCURRENCES.has(stem) || (stem === brought && !COUNTED.has(stem) && !HOLDERS.has(stem));
  return Object.entries(payload).slice(0, MOST_MEMBERS).some(([key, value]) => {
    const [last = '', stem = ''] = wordsOf(key).toReversed();
    return (typeof value === 'number' || (typeof value === 'string' && value !== '')) && IDENTIFIES.has(last) && isWork(stem);
  });
}

/** What holds a quantity, which work is done to again and again. */
const HOLDERS = new Set('account card customer item member order product purse shelf shop store user wallet warehouse'.split(' '));
