import { isDeepStrictEqual } from 'node:util';
import type { ArchiveStore } from '../../src/archive/contract.ts';
import type { LetterState } from '../../src/core/outcome.ts';
import type { Ledger, LetterRecord } from '../../src/ledger/contract.ts';
import type { ScenarioLetter } from './scenario.ts';
import type { Effect, Whereabouts, World } from './world.ts';

/** What went wrong with a round's letters, each as a sentence. All empty is the promise. */
export interface Account {
  readonly lost: readonly string[];
  readonly duplicated: readonly string[];
  readonly wrongPayload: readonly string[];
  readonly stuck: readonly string[];
}

/**
 * What the broker itself forgot in a round. `moments`: the last of what it had acknowledged; letters then are back in
 * their queue, and have to end as ever, or as settled where their work was done before. `everything`: no letter can end
 * in the queue; each that mendq has read has to be in the ledger with its original bytes and with a state that is true.
 */
export type Forgotten = 'nothing' | 'moments' | 'everything';

/** Where the end of a round can be seen. */
export interface Scene {
  readonly world: World;
  readonly ledger: Ledger;
  readonly store: ArchiveStore;
}

/** One letter with what became of it. */
interface Case {
  readonly letter: ScenarioLetter;
  /** Of two letters of one work either may be replayed; the other one has to be settled. */
  readonly twin: ScenarioLetter | undefined;
  readonly place: Whereabouts;
  /** What was done of its work. */
  readonly effect: Effect | undefined;
  /** Its deaths, as the ledger has them. */
  readonly records: readonly LetterRecord[];
}

type Book = { readonly [Fault in keyof Account]: string[] };

/** Compares the end of a round with what had to happen. */
export async function accountFor(letters: readonly ScenarioLetter[], scene: Scene, forgotten: Forgotten = 'nothing'): Promise<Account> {
  const effects = await scene.world.effects();
  const book: Book = { lost: [], duplicated: [], wrongPayload: [], stuck: [] };
  for (const key of new Set(letters.map(keyOf))) {
    const found = effects.filter((effect) => effect.key === key);
    if (found.length > 1) book.duplicated.push(`${key} has ${found.length} effects: ${found.map(({ jobId }) => jobId).join(', ')}`);
  }
  for (const one of await casesOf(letters, effects, scene)) {
    checkTruth(one, book);
    if (one.place === 'waiting') book.stuck.push(`${one.letter.jobId} still waits`);
    else if (forgotten === 'everything') checkKept(one, book);
    else if (one.letter.end === 'completed') await checkCompleted(one, forgotten, scene, book);
    else if (one.letter.end === 'removed') await checkRemoved(one, scene, book);
    else if (one.place !== 'failed') book.lost.push(`${one.letter.jobId} should be left for a person, and is ${one.place}`);
  }
  return book;
}

async function casesOf(letters: readonly ScenarioLetter[], effects: readonly Effect[], { world, ledger }: Scene): Promise<readonly Case[]> {
  const places = await world.whereabouts(letters.map(({ jobId }) => jobId));
  return Promise.all(letters.map(async (letter, index) => ({
    letter,
    twin: letters.find((other) => other !== letter && keyOf(other) === keyOf(letter)),
    place: places[index] ?? 'gone',
    effect: effects.find(({ key }) => key === keyOf(letter)),
    records: await ledger.list({ messageId: letter.jobId }),
  })));
}

function keyOf({ payload }: ScenarioLetter): string {
  return String(payload['key']);
}

const UNFINISHED: readonly LetterState[] = ['seen', 'planned', 'claimed', 'intent', 'replayed'];
const SAYS_DONE: readonly LetterState[] = ['healed', 'presumed', 'settled'];

/** Nothing may be unfinished at the end, and nothing called done that is not. */
function checkTruth({ letter, effect, records }: Case, book: Book): void {
  for (const { state, why } of records) {
    if (UNFINISHED.includes(state)) book.stuck.push(`${letter.jobId} ends as ${state} (${why})`);
    if (SAYS_DONE.includes(state) && effect === undefined) book.lost.push(`${letter.jobId} is called ${state} (${why}), and has no effect`);
  }
}

/** What the ledger has to say, for whoever has to find out why. */
function storyOf({ records }: Case): string {
  return records.map(({ state, round, hold, why, letter }) => `round ${round} ${state}${hold === undefined ? '' : ` (${hold})`}: ${why} [${letter.failure.reason}]`).join('; ');
}

function checkEffect(one: Case, book: Book): void {
  const { letter, effect, place } = one;
  if (effect === undefined) (place === 'failed' ? book.stuck : book.lost).push(`${letter.jobId} has no effect and is ${place}: ${storyOf(one)}`);
  else if (!isDeepStrictEqual(effect.payload, letter.effect)) book.wrongPayload.push(`${effect.jobId} acted with ${JSON.stringify(effect.payload)}`);
}

async function checkCompleted(one: Case, forgotten: Forgotten, scene: Scene, book: Book): Promise<void> {
  checkEffect(one, book);
  if (one.place === 'completed' || one.twin !== undefined) return;
  if (forgotten === 'nothing' || one.place !== 'gone') book.stuck.push(`${one.letter.jobId} is ${one.place}: ${storyOf(one)}`);
  else await checkRemoved(one, scene, book);
}

async function checkRemoved({ letter, twin, place }: Case, { ledger, store }: Scene, book: Book): Promise<void> {
  if (place === 'failed') book.stuck.push(`${letter.jobId} is still dead in its queue`);
  for (const candidate of [letter, ...(twin === undefined ? [] : [twin])]) {
    const deaths = await ledger.list({ messageId: candidate.jobId });
    const record = deaths.find(({ state }) => state === 'settled' || state === 'discarded');
    if (record === undefined) continue;
    const [receipt] = await ledger.archived([record.id]);
    if (receipt === undefined) return void book.lost.push(`${candidate.jobId} was removed and never archived`);
    const archived = await store.get(receipt.location, record.id);
    if (!isOriginal(archived.letter.body, candidate)) book.wrongPayload.push(`${candidate.jobId} was archived as ${String(archived.letter.body)}`);
    return;
  }
  book.lost.push(`${letter.jobId} is neither archived nor in its queue`);
}

/** The broker has nothing any more: the ledger has to. What mendq had not read yet is not its loss. */
function checkKept(one: Case, book: Book): void {
  const { letter, effect, records } = one;
  if (letter.end === 'completed' && effect !== undefined) checkEffect(one, book);
  if (effect !== undefined || records.length === 0) return;
  if (!records.some((record) => isOriginal(record.letter.body, letter))) book.lost.push(`${letter.jobId} has lost its original bytes`);
}

function isOriginal(body: Uint8Array, { payload }: ScenarioLetter): boolean {
  return isDeepStrictEqual(JSON.parse(Buffer.from(body).toString('utf8')), JSON.parse(JSON.stringify(payload)));
}
