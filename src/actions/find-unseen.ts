import { letterIdOf, type LetterId, type RawLetter } from '../core/dead-letter.ts';
import { MendqError } from '../core/errors.ts';
import type { House } from '../house.ts';
import type { LetterRecord } from '../ledger/contract.ts';
import { queuePages } from '../pass/queue-pages.ts';
import { decide } from '../pipeline.ts';
import type { QueueAdapter } from '../queues/contract.ts';

/** Letters read at once. */
const PAGE = 200;

/**
 * Looks in the queues for a dead letter that no pass has seen, by its letter id or message id, and decides it as a pass would.
 * Stores nothing. `undefined` where it is in none. Rejects with `MENDQ_E_USAGE` where several queues have such a message.
 */
export async function findUnseen(house: House, idOrMessageId: string): Promise<LetterRecord | undefined> {
  const context = await house.passContext(new AbortController().signal);
  const found: RawLetter[] = [];
  for (const queue of context.queues) {
    const raw = await findIn(queue, idOrMessageId);
    if (raw !== undefined) found.push(raw);
    if (raw !== undefined && letterIdOf(raw) === idOrMessageId) break;
  }
  const [raw] = found;
  if (found.length > 1) throw severalLetters(idOrMessageId, found.map((letter) => ({ id: letterIdOf(letter), letter })));
  const [decision] = raw === undefined ? [] : await decide([{ raw, round: 0 }], context);
  if (decision === undefined) return undefined;
  const { inspected, diagnosis, plan, why } = decision;
  const { letter, jobType, signatures } = inspected;
  return { id: letter.id, letter, round: 0, state: 'seen', why, decision: { signatures, diagnosis, plan, revision: jobType.revision } };
}

/** The error for a message id that several queues have. */
export function severalLetters(messageId: string, letters: readonly { readonly id: LetterId; readonly letter: { readonly queue: string } }[]): MendqError {
  const ids = letters.map(({ id, letter }) => `${id} (${letter.queue})`).join(', ');
  return new MendqError('MENDQ_E_USAGE', `the message id ${messageId} occurs in several queues`, { hint: `Name the letter: ${ids}.` });
}

async function findIn(queue: QueueAdapter, idOrMessageId: string): Promise<RawLetter | undefined> {
  const [byMessageId] = await queue.look([idOrMessageId]);
  if (byMessageId !== undefined || !idOrMessageId.startsWith('letter_')) return byMessageId;
  for await (const letters of queuePages(queue, PAGE)) {
    const found = letters.find((letter) => letterIdOf(letter) === idOrMessageId);
    if (found !== undefined) return found;
  }
  return undefined;
}
