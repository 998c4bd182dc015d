import type { LetterId } from '../core/dead-letter.ts';
import type { QueueFailure } from '../house.ts';
import type { LetterRecord } from '../ledger/contract.ts';
import { storeOrders, type OrderedLetter } from '../pass/store-orders.ts';
import type { PassContext } from '../pass/pass-context.ts';
import { act } from '../pipeline.ts';
import type { Touched } from './action-report.ts';
import type { TargetLetter } from './find-target.ts';
import { knowLetters, type KnownRecord } from './know-letters.ts';
import { whyClosed } from './may-order.ts';
import { noteFailure } from './note-failure.ts';

/** What a person orders for one letter, or why not. */
export type OrderFor = (record: KnownRecord) => OrderedLetter | { readonly refused: string };

const IN_HAND = 'another process has it in hand at this moment, or it has moved on; look again in a while';

/** Stores a person's order for a batch of letters and carries it out at once. Letters to which it does not apply come back as refused. */
export async function carryOut(batch: readonly TargetLetter[], orderFor: OrderFor, context: PassContext, failures: QueueFailure[]): Promise<readonly Touched[]> {
  const was = new Map(batch.map(({ record, fresh }) => [record.id, fresh ? ('new' as const) : record.state]));
  const touched = (record: Touched['record'], refused?: string): Touched => ({ record, was: was.get(record.id) ?? record.state, ...(refused === undefined ? {} : { refused }) });
  const records = await recorded(batch, context);
  const closed = records.flatMap((record) => {
    const why = whyClosed(record);
    return why === undefined ? [] : [touched(record, why)];
  });
  const known = await knowLetters(records.filter((record) => whyClosed(record) === undefined), context);
  const ordered = known.map((record) => ({ record, order: orderFor(record) }));
  const orders = ordered.flatMap(({ order }) => ('refused' in order ? [] : [order]));
  const stored = await storeOrders(orders, context);
  const taken = new Set(orders.flatMap(({ record }, index) => (stored[index] === true ? [record.id] : [])));
  await actOn([...taken], known, context, failures);
  return [...closed, ...ordered.map(({ record, order }) => touched(record, 'refused' in order ? order.refused : taken.has(record.id) ? undefined : IN_HAND))];
}

/** The letters as the ledger has them; those that no pass has seen are stored first, which also tells their round. */
async function recorded(batch: readonly TargetLetter[], { ledger, clock }: PassContext): Promise<readonly LetterRecord[]> {
  const undecided = batch.filter(({ record }) => record.state === 'seen').map(({ record }) => record.letter);
  const stored = new Map((await ledger.record(undecided, clock.now())).map(({ record }) => [record.id, record]));
  return batch.map(({ record }) => stored.get(record.id) ?? record);
}

/** Acts on these letters, queue by queue. A queue that fails is noted; its orders stand and a later pass carries them out. */
async function actOn(ids: readonly LetterId[], records: readonly KnownRecord[], context: PassContext, failures: QueueFailure[]): Promise<void> {
  if (ids.length === 0) return;
  // A batch that is in hand is finished, whatever the signal says: an order that is stored is under way.
  const unstopped = { ...context, signal: new AbortController().signal };
  for (const queue of context.queues) {
    const own = records.filter(({ id, letter }) => letter.queue === queue.name && ids.includes(id)).map(({ id }) => id);
    if (own.length === 0) continue;
    try {
      await act(queue, unstopped, own);
    } catch (error) {
      noteFailure(queue.name, error, failures, context);
    }
  }
}
