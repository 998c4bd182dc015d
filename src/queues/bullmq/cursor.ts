import { parseJson } from '../../core/json.ts';
import { MendqError } from '../../core/errors.ts';
import type { Cursor } from '../contract.ts';

/** The last letter of a page in the order of reading: when it died, then its id. */
export interface Position {
  readonly finishedOn: string;
  readonly id: string;
}

/** Writes a position down. */
export function toCursor(position: Position): Cursor {
  return JSON.stringify([position.finishedOn, position.id]);
}

/** Reads a position; `undefined` stands for the beginning. Throws `MENDQ_E_USAGE` where the text is no cursor of BullMQ queues. */
export function fromCursor(cursor: Cursor | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const parsed = parseJson(cursor);
  const [finishedOn, id] = Array.isArray(parsed) ? parsed : [];
  if (typeof finishedOn === 'string' && typeof id === 'string' && /^-?\d+(\.\d+)?(e\+?\d+)?$/.test(finishedOn)) return { finishedOn, id };
  throw new MendqError('MENDQ_E_USAGE', 'The cursor was not made by a BullMQ queue', { hint: 'Start reading without a cursor.' });
}
