import { letterIdOf, type LetterId } from '../core/dead-letter.ts';
import { MendqError } from '../core/errors.ts';
import type { LetterState } from '../core/outcome.ts';
import type { Signature } from '../core/signature.ts';
import type { House } from '../house.ts';
import type { Ledger, LetterRecord } from '../ledger/contract.ts';
import type { PassContext } from '../pass/pass-context.ts';
import { queuePages } from '../pass/queue-pages.ts';
import { decide } from '../pipeline.ts';
import { findUnseen } from './find-unseen.ts';
import { whyClosed } from './may-order.ts';
import { lookUp, notFound } from './show.ts';

/** Letters handled at once. */
export const BATCH = 100;

/** What a person names: one letter, or all letters of a kind. */
export type Target = { readonly kind: 'letter'; readonly record: LetterRecord; readonly fresh: boolean } | { readonly kind: 'group'; readonly signature: Signature; readonly queues: readonly string[] };

/** A letter of a target; `fresh` where no pass had seen it. */
export interface TargetLetter {
  readonly record: LetterRecord;
  readonly fresh: boolean;
}

/**
 * Finds what a person names by a letter id, a message id or a signature (`s2:…`). A letter that no pass has seen is
 * read from its queue; nothing is stored. Rejects with `MENDQ_E_NOT_FOUND`, and with `MENDQ_E_USAGE` where a message id occurs
 * in several queues.
 */
export async function findTarget(house: House, name: string): Promise<Target> {
  const { ledger } = await house.ledger();
  if (/^s\d+:/.test(name)) {
    const [group] = await ledger.groups([name]);
    return { kind: 'group', signature: name, queues: group === undefined ? [] : [group.queue] };
  }
  const record = await lookUp(ledger, name);
  // A message id means the death that stands in the queue now, which may be newer than all that the ledger has.
  const isOver = record !== undefined && record.id !== name && whyClosed(record) !== undefined;
  const unseen = record === undefined || isOver ? await findUnseen(house, name) : undefined;
  if (record !== undefined && (unseen === undefined || unseen.id === record.id)) return { kind: 'letter', record, fresh: false };
  if (unseen === undefined) throw notFound(name);
  return { kind: 'letter', record: unseen, fresh: true };
}

/** The queues that a target's letters are in; all where a group is not known yet. */
export function queuesOf(target: Target): readonly string[] {
  return target.kind === 'letter' ? [target.record.letter.queue] : target.queues;
}

/** Gives a target's letters in one of the states batch by batch, for a group also those that no pass has seen. */
export async function* targetLetters(target: Target, states: readonly LetterState[], context: PassContext): AsyncGenerator<readonly TargetLetter[]> {
  if (target.kind === 'letter') {
    yield [{ record: target.record, fresh: target.fresh }];
    return;
  }
  let after: LetterId | undefined;
  do {
    const records: readonly LetterRecord[] = await context.ledger.list({ signature: target.signature, states, limit: BATCH, ...(after === undefined ? {} : { after }) });
    if (records.length > 0) yield records.map((record) => ({ record, fresh: false }));
    after = records.length < BATCH ? undefined : records.at(-1)?.id;
  } while (after !== undefined && !context.signal.aborted);
  if (states.includes('seen')) yield* unseenOfGroup(target.signature, context);
}

/** Letters of a group that are dead in a queue and not decided yet. */
async function* unseenOfGroup(signature: Signature, context: PassContext): AsyncGenerator<readonly TargetLetter[]> {
  for (const queue of context.queues) {
    for await (const letters of queuePages(queue, BATCH, context.signal)) {
      const known = await undecided(letters.map(letterIdOf), context.ledger);
      const decisions = await decide(letters.filter((letter) => known.has(letterIdOf(letter))).map((raw) => ({ raw, round: 0 })), context);
      const matching = decisions.filter(({ inspected }) => inspected.signatures.shape === signature);
      const found = matching.map(({ inspected: { letter }, why }) => ({ record: { id: letter.id, letter, round: 0, state: 'seen' as const, why }, fresh: known.get(letter.id) === 'new' }));
      if (found.length > 0) yield found;
    }
  }
}

/** Those of the ids that the ledger does not have, or has undecided. */
async function undecided(ids: readonly LetterId[], ledger: Ledger): Promise<ReadonlyMap<LetterId, 'new' | 'seen'>> {
  const known = new Map((await ledger.known(ids)).map((letter) => [letter.id, letter]));
  return new Map(ids.flatMap((id): (readonly [LetterId, 'new' | 'seen'])[] => {
    const letter = known.get(id);
    if (letter === undefined) return [[id, 'new']];
    return letter.state === 'seen' && letter.stripped !== true ? [[id, 'seen']] : [];
  }));
}

/** The error where a group has no letter at all. */
export function emptyGroup(signature: Signature): MendqError {
  return new MendqError('MENDQ_E_NOT_FOUND', `there is no letter of the group ${signature} that this applies to, neither in the ledger nor dead in a queue`, {
    hint: 'mendq inspect lists the groups with their letters.',
  });
}
