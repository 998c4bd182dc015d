import { isDeepStrictEqual } from 'node:util';
import type { ArchiveStore } from '../../src/archive/contract.ts';
import type { Ledger } from '../../src/ledger/contract.ts';
import type { ScenarioLetter } from './scenario.ts';
import type { Effect, World } from './world.ts';

/** What went wrong with a round's letters, each as a sentence. All empty is the promise. */
export interface Account {
  readonly lost: readonly string[];
  readonly duplicated: readonly string[];
  readonly wrongPayload: readonly string[];
  readonly stuck: readonly string[];
}

/** Compares the end of a round with what had to happen. */
export async function accountFor(letters: readonly ScenarioLetter[], world: World, ledger: Ledger, store: ArchiveStore): Promise<Account> {
  const effects = await world.effects();
  const places = await world.whereabouts(letters.map(({ jobId }) => jobId));
  const account = { lost: [] as string[], duplicated: [] as string[], wrongPayload: [] as string[], stuck: [] as string[] };
  const keys = new Set(letters.map(({ payload }) => String(payload['key'])));
  for (const key of keys) {
    const found = effects.filter((effect) => effect.key === key);
    if (found.length > 1) account.duplicated.push(`${key} has ${found.length} effects: ${found.map(({ jobId }) => jobId).join(', ')}`);
  }
  for (const [index, letter] of letters.entries()) {
    const place = places[index];
    if (place === 'waiting') account.stuck.push(`${letter.jobId} still waits`);
    else if (letter.end === 'completed') checkCompleted(letter, letters, place, effects, account);
    else if (letter.end === 'dead' && place !== 'failed') account.lost.push(`${letter.jobId} should be left for a person, and is ${place}`);
    else if (letter.end === 'removed') await checkRemoved(letter, letters, place, { ledger, store }, account);
  }
  return account;
}

/** Of two letters of one work either may be replayed; the other one has to be settled. */
function isTwinOf(letter: ScenarioLetter, letters: readonly ScenarioLetter[]): ScenarioLetter | undefined {
  return letters.find((other) => other !== letter && other.payload['key'] === letter.payload['key']);
}

function checkCompleted(letter: ScenarioLetter, letters: readonly ScenarioLetter[], place: string | undefined, effects: readonly Effect[], account: { lost: string[]; wrongPayload: string[]; stuck: string[] }): void {
  const twin = isTwinOf(letter, letters);
  const effect = effects.find(({ key }) => key === letter.effect?.key);
  if (effect === undefined) {
    (place === 'failed' ? account.stuck : account.lost).push(`${letter.jobId} has no effect and is ${place}`);
  } else if (!isDeepStrictEqual(effect.payload, letter.effect)) {
    account.wrongPayload.push(`${effect.jobId} acted with ${JSON.stringify(effect.payload)}`);
  }
  if (place !== 'completed' && twin === undefined) account.stuck.push(`${letter.jobId} is ${place}`);
}

async function checkRemoved(
  letter: ScenarioLetter,
  letters: readonly ScenarioLetter[],
  place: string | undefined,
  { ledger, store }: { readonly ledger: Ledger; readonly store: ArchiveStore },
  account: { lost: string[]; stuck: string[]; wrongPayload: string[] },
): Promise<void> {
  const twin = isTwinOf(letter, letters);
  const candidates = [letter, ...(twin === undefined ? [] : [twin])];
  if (place === 'failed') account.stuck.push(`${letter.jobId} is still dead in its queue`);
  for (const candidate of candidates) {
    const deaths = await ledger.list({ messageId: candidate.jobId });
    const record = deaths.find(({ state }) => state === 'settled' || state === 'discarded');
    if (record === undefined) continue;
    const [receipt] = await ledger.archived([record.id]);
    if (receipt === undefined) return void account.lost.push(`${candidate.jobId} was removed and never archived`);
    const archived = await store.get(receipt.location, record.id);
    const body = JSON.parse(Buffer.from(archived.letter.body).toString('utf8')) as unknown;
    const original: unknown = JSON.parse(JSON.stringify(candidate.payload));
    if (!isDeepStrictEqual(body, original)) account.wrongPayload.push(`${candidate.jobId} was archived as ${JSON.stringify(body)}`);
    return;
  }
  account.lost.push(`${letter.jobId} is neither archived nor in its queue`);
}
