import { copyOf, toLetter, type LetterLimits } from './copy-letter.ts';
import type { CopiedOriginal } from './reading.ts';
import type { ResolvedReading } from './resolve.ts';
import type { StoredCopy } from './stored-copy.ts';

/** The part of an order that names the letter. */
export interface CopyOrder {
  readonly messageId: string;
  readonly epoch: string;
  readonly original: Uint8Array;
}

/** How a copy stands to the order that is about it. */
export type CopyJudgement =
  /** It is the letter of the order. */
  | { readonly kind: 'same'; readonly original: CopiedOriginal }
  /** It is the letter, and its job can't be put back: nobody can tell what it is. */
  | { readonly kind: 'unclear'; readonly why: string }
  /** Nobody has its body, so nobody may act on it. */
  | { readonly kind: 'unread'; readonly why: string }
  /** It is another letter now. */
  | { readonly kind: 'other' };

/** Whether a copy still makes the letter of its order. */
export function judgeCopy(order: CopyOrder, copy: StoredCopy, reading: ResolvedReading, limits: LetterLimits): CopyJudgement {
  const letter = toLetter(copy, reading, limits);
  if (letter === undefined || copy.epoch !== copyOf(order).epoch) return { kind: 'other' };
  if (letter.oversize !== undefined) return { kind: 'unread', why: 'its body is above the reading limit and was not read' };
  const isSame = Buffer.compare(letter.body, order.original) === 0;
  if (letter.unclear !== undefined) {
    // A letter may become unclear when the job goes that proved it; then nobody can act on it by its old reading.
    return isSame || letter.messageId !== order.messageId ? { kind: 'unclear', why: `nobody can tell what the copy is: ${letter.unclear}` } : { kind: 'other' };
  }
  return isSame && letter.messageId === order.messageId && reading.kind === 'original' ? { kind: 'same', original: reading.original } : { kind: 'other' };
}
