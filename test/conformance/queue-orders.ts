import type { RawLetter } from '../../src/core/dead-letter.ts';
import type { Json } from '../../src/core/json.ts';
import type { QueueAdapter, RecallOrder, RemoveOrder, ReplayOrder } from '../../src/queues/contract.ts';

/** A replay order for a letter. */
export function replayOrder(letter: RawLetter, replayId: string, change: Partial<ReplayOrder> = {}): ReplayOrder {
  const { queue, messageId, epoch } = letter;
  return { queue, messageId, epoch, replayId, original: letter.body, attempts: 'single', ...change };
}

/** A remove order for a letter. */
export function removeOrder(letter: RawLetter, removeId: string): RemoveOrder {
  const { queue, messageId, epoch } = letter;
  return { queue, messageId, epoch, removeId, original: letter.body };
}

/** A recall order for a letter. */
export function recallOrder(letter: RawLetter, replayId: string, repaired?: Uint8Array): RecallOrder {
  return { letter, replayId, ...(repaired === undefined ? {} : { repaired }) };
}

/** A JSON body as bytes. */
export function body(payload: Json): Uint8Array {
  return Buffer.from(JSON.stringify(payload));
}

/** The only letter of a queue. */
export async function onlyLetter(adapter: QueueAdapter): Promise<RawLetter> {
  const { letters } = await adapter.read();
  const [letter] = letters;
  if (letter === undefined || letters.length > 1) throw new Error(`${letters.length} letters instead of one`);
  return letter;
}

/** Every letter, page by page. */
export async function allLetters(adapter: QueueAdapter, limit?: number): Promise<readonly RawLetter[]> {
  const letters: RawLetter[] = [];
  let after: string | undefined;
  do {
    const page = await adapter.read(after, limit);
    letters.push(...page.letters);
    after = page.next;
  } while (after !== undefined);
  return letters;
}
