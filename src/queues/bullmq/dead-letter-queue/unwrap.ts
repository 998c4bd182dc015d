import { messageOf } from '../../../core/errors.ts';
import { parseJson } from '../../../core/json.ts';
import type { Unwrap } from './dead-letter-queue-options.ts';
import { readAnswer } from './read-answer.ts';
import { unclear, type CopiedOriginal, type Reading } from './reading.ts';
import { recognise } from './shapes/recognise.ts';
import { toObject } from './shapes/members.ts';
import type { StoredCopy } from './stored-copy.ts';

/** Takes a copy apart, with the user's own `unwrap` where there is one. Never throws. The body of a copy that was not loaded is not read. */
export function unwrapCopy(copy: StoredCopy, queue: string, unwrap: Unwrap | undefined): Reading {
  const text = decoded(copy.data);
  if (text === undefined) return unclear('its data is not JSON');
  const reading = unwrap === undefined ? recognised(text) : unwrapped(copy, text, unwrap);
  return reading.kind === 'original' ? ofThisQueue(reading.original, queue) : reading;
}

/** Hostile data may be nested deeper than a call stack reaches. */
function recognised(text: string): Reading {
  try {
    return recognise(text);
  } catch (error) {
    return unclear(`its data can't be read: ${messageOf(error)}`);
  }
}

function ofThisQueue(original: CopiedOriginal, queue: string): Reading {
  if (original.queue !== undefined && original.queue !== queue) return { kind: 'elsewhere' };
  if (original.id === undefined) return unclear('it does not say which job it was made of, so nobody can tell whether that job still is in the queue');
  return { kind: 'original', original };
}

function unwrapped(copy: StoredCopy, text: string, unwrap: Unwrap): Reading {
  const data = parseJson(text);
  if (data === undefined) return unclear('its data is not JSON');
  try {
    const answer: unknown = unwrap({ id: copy.id, name: copy.name, data, opts: toObject(parseJson(copy.options)), timestamp: Number(copy.timestamp) || 0 });
    return answer === undefined ? { kind: 'elsewhere' } : readAnswer(answer);
  } catch (error) {
    return unclear(`unwrap threw: ${messageOf(error)}`);
  }
}

function decoded(data: Uint8Array): string | undefined {
  const text = Buffer.from(data).toString('utf8');
  return Buffer.from(text, 'utf8').equals(Buffer.from(data)) ? text : undefined;
}
