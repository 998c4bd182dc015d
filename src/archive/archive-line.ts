import type { Diagnosis } from '../core/diagnosis.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { ArchivedLetter } from './contract.ts';

/** A letter as one line of JSON. The body is Base64, because it may be any bytes. Format 1 had no events and always a diagnosis. */
interface ArchiveLine {
  readonly format: 1 | 2;
  readonly id: string;
  readonly archivedAt: string;
  readonly diagnosis?: Diagnosis;
  readonly events?: readonly JsonObject[];
  readonly broker: string;
  readonly queue: string;
  readonly messageId: string;
  readonly epoch: string;
  readonly name: string;
  readonly attempts: number;
  readonly enqueuedAt: string;
  readonly failure: { readonly reason: string; readonly stack: readonly string[]; readonly at: string };
  readonly headers: Readonly<Record<string, Json>>;
  readonly body: string;
}

/** Writes a letter as a line, without the line end. */
export function toLine(archived: ArchivedLetter): string {
  const { letter } = archived;
  const line: ArchiveLine = {
    format: 2,
    id: archived.id,
    archivedAt: archived.archivedAt.toISOString(),
    ...(archived.diagnosis === undefined ? {} : { diagnosis: archived.diagnosis }),
    ...(archived.events === undefined ? {} : { events: archived.events }),
    broker: letter.broker,
    queue: letter.queue,
    messageId: letter.messageId,
    epoch: letter.epoch,
    name: letter.name,
    attempts: letter.attempts,
    enqueuedAt: letter.enqueuedAt.toISOString(),
    failure: { reason: letter.failure.reason, stack: letter.failure.stack, at: letter.failure.at.toISOString() },
    headers: letter.headers,
    body: Buffer.from(letter.body).toString('base64'),
  };
  return JSON.stringify(line);
}

/** Reads a line back; `undefined` where it is not a letter, or of a later format. */
export function fromLine(text: string): ArchivedLetter | undefined {
  const line = JSON.parse(text) as JsonObject & ArchiveLine;
  if ((line.format !== 1 && line.format !== 2) || typeof line.body !== 'string') return undefined;
  return {
    id: line.id,
    archivedAt: new Date(line.archivedAt),
    ...(line.diagnosis === undefined ? {} : { diagnosis: line.diagnosis }),
    ...(line.events === undefined ? {} : { events: line.events }),
    letter: {
      broker: line.broker,
      queue: line.queue,
      messageId: line.messageId,
      epoch: line.epoch,
      name: line.name,
      attempts: line.attempts,
      enqueuedAt: new Date(line.enqueuedAt),
      failure: { reason: line.failure.reason, stack: line.failure.stack, at: new Date(line.failure.at) },
      headers: line.headers,
      body: new Uint8Array(Buffer.from(line.body, 'base64')),
    },
  };
}
