import type { InspectedLetter } from '../core/inspected-letter.ts';
import { isJsonObject, type Json } from '../core/json.ts';
import { takenKeyOf, type TakenKey } from './taken-key.ts';
import { wordsOf } from './words-of.ts';

/** Words that end the name of what identifies a row. */
const IDENTIFIES = new Set('id uuid guid ulid key no nr number ref reference'.split(' '));
/** Before such a word: whom or what two rows may share, or what people type in. */
const SHARED = new Set('phone mobile fax tel vat tax card account iban passport house serial api public private foreign external parent user lock lease mutex semaphore'.split(' '));
/** Work that changes a row, or may: a row that is there shows nothing of it. `save` may be the second save of one thing. */
const CHANGES = new Set(
  `update upsert sync synchronise synchronize patch merge set change edit modify replace rename move attach link assign refresh delete remove cancel transfer adjust
  decrement increment mark send notify charge refund pay process handle confirm approve reject close complete finish ship reserve release retry resend
  save put`.split(/\s+/),
);
/** Work that brings a row into being. */
const CREATES = new Set('create insert add record register log import ingest store write persist new open issue book place submit post grant claim append track'.split(' '));
/** What happens once and is never changed: a row for it is the whole of it, wherever it is kept and however it was saved. */
const OCCURRENCES = new Set('event message delivery webhook transaction reading measurement receipt'.split(' '));
/** Tables in which workers note what they have already taken in. */
const NOTES_WORK = /^(?:processed|handled|consumed|seen|applied)_?\w{0,40}$|^(?:inbox|idempotency|dedup\w{0,12})(?:_?\w{0,40})$/i;

/**
 * Which key of the letter the failure says is taken, in words; `undefined` where it names none.
 *
 * It is this letter's own where its value is that of a member of the payload (of each of its columns, where it has
 * several), and where key and work are about one thing: the column is the table's own id or number, and the name of the
 * job speaks of that thing and brings it into being. An e-mail address, a name or the id of something else that the row
 * refers to is a conflict between two pieces of work, and so is a number that a sequence gives.
 */
export function ownTakenKey(letter: InspectedLetter): string | undefined {
  const taken = takenKeyOf(letter.failure);
  if (taken === undefined) return undefined;
  if (taken.value !== undefined && configuredKey(letter) === taken.value) return 'the idempotency key of this letter';
  return letter.jobType.idempotencyKey === undefined && isOwnRow(letter, taken) ? `the ${taken.primary ? 'id' : 'number'} of this letter, which is ${taken.primary ? 'the primary key' : 'unique there'}` : undefined;
}

function configuredKey({ letter, jobType }: InspectedLetter): string | undefined {
  if (jobType.idempotencyKey === undefined || letter.payload === undefined) return undefined;
  try {
    return jobType.idempotencyKey(letter.payload, { letter, signal: new AbortController().signal });
  } catch {
    return undefined;
  }
}

function isOwnRow({ letter }: InspectedLetter, taken: TakenKey): boolean {
  const { payload, attempts, name, queue } = letter;
  if (!isJsonObject(payload)) return false;
  const members = Object.entries(payload).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  const ids = members.filter(([key]) => identifies(key));
  const own = membersOf(taken, members, ids);
  // Before the second attempt nobody of this letter can have written the row: only its very id shows that it is the same work.
  if (own === undefined || (attempts < 2 && (!taken.primary || taken.value === undefined))) return false;
  if (NOTES_WORK.test(taken.table)) return own.length === 1 && taken.columns.length === 1;
  const words = wordsOf(name);
  if (words.some((word) => CHANGES.has(word))) return false;
  const others = ids.filter(([key]) => !own.includes(key));
  return (others.length === 0 || words.some((word) => CREATES.has(word))) && own.some((key) => identifies(key) && isAbout(key, taken.table, `${plain(name)} ${plain(queue)}`, others.length === 0));
}

type Members = readonly (readonly [key: string, value: Json])[];

/** The members that the columns of the key name, with the very values that are taken; `undefined` where one does not fit. */
function membersOf({ columns, value, primary, table }: TakenKey, members: Members, ids: Members): readonly string[] | undefined {
  if (columns.length === 0) {
    // A primary key whose column is not told: the one member with its text, which no sequence gives.
    const same = primary ? ids.filter(([, content]) => content === value) : [];
    return same.length === 1 && same[0] !== undefined ? [same[0][0]] : undefined;
  }
  const found = columns.flatMap((column) => memberFor(column, table, members, ids) ?? []);
  if (found.length < columns.length) return undefined;
  return value === undefined || value === found.map(([, content]) => (typeof content === 'string' ? content : JSON.stringify(content))).join(', ') ? found.map(([key]) => key) : undefined;
}

function memberFor(column: string, table: string, members: Members, ids: Members): Members | undefined {
  const exact = members.filter(([key]) => plain(key) === plain(column));
  if (isGeneral(column)) {
    const named = exact.length > 0 ? exact : ids.filter(([key]) => stemOf(key) !== '' && singulars(table).includes(stemOf(key)));
    // Sequences give numbers, and two of them may give the same one.
    return named.length === 1 && typeof named[0]?.[1] === 'string' ? named : undefined;
  }
  return exact.length === 1 ? exact : undefined;
}

/** True where the key is the id or the number of the very thing that the work brings into being. */
function isAbout(key: string, table: string, work: string, alone: boolean): boolean {
  const stem = stemOf(key);
  const names = singulars(table);
  if (stem === '') return names.some((name) => name !== '' && work.includes(name)) || (table === '' && alone);
  if (alone && OCCURRENCES.has(stem) && names.some((name) => name !== '' && work.includes(name))) return true;
  const ownOfTable = table === '' || names.some((name) => name.endsWith(stem));
  return ownOfTable && work.includes(stem);
}

function identifies(key: string): boolean {
  const words = wordsOf(key);
  return IDENTIFIES.has(words.at(-1) ?? '') && !words.slice(0, -1).some((word) => SHARED.has(word));
}

function isGeneral(column: string): boolean {
  return wordsOf(column).length === 1 && IDENTIFIES.has(plain(column));
}

/** What the key is the id of: `order` for `orderNo` and `order_id`; `''` for `id`. */
function stemOf(key: string): string {
  return wordsOf(key).slice(0, -1).join('');
}

/** `grants`, `batches` and `companies` are of a grant, a batch and a company. */
function singulars(table: string): readonly string[] {
  const name = plain(table.split('.').at(-1) ?? '');
  return [name, name.replace(/s$/, ''), name.replace(/es$/, ''), name.replace(/ies$/, 'y')];
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
