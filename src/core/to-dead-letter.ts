import { letterIdOf, type DeadLetter, type RawLetter } from './dead-letter.ts';
import { parseJson } from './json.ts';

/** Reads a raw letter: its id and its payload, `undefined` where the body is missing or not JSON. Never throws. */
export function toDeadLetter(raw: RawLetter, round: number): DeadLetter {
  // Member by member: a spread that gets further members costs a hundred times as much.
  const { queue, messageId, epoch, broker, name, body, headers, failure, attempts, enqueuedAt, oversize, unclear, retention } = raw;
  const id = letterIdOf(raw);
  const payload = oversize === undefined ? parseJson(body) : undefined;
  return {
    queue, messageId, epoch, broker, name, body, headers, failure, attempts, enqueuedAt, id, payload, round,
    ...(oversize === undefined ? {} : { oversize }), ...(unclear === undefined ? {} : { unclear }), ...(retention === undefined ? {} : { retention }),
  };
}
