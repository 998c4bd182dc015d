import type { CorpusLetter, ExpectedVerdict } from '../core/corpus-letter.ts';
import type { RawLetter } from '../core/dead-letter.ts';
import type { ErrorMeaning, JobType } from '../core/job-type.ts';
import { jsonEqual, parseJson, type Json, type JsonObject } from '../core/json.ts';
import { FACT_PREFIX } from '../core/letter-facts.ts';
import type { Redactor } from '../core/redactor.ts';

/** A letter with what its export depends on. */
export interface ExportedLetter {
  readonly id: string;
  readonly letter: RawLetter;
  readonly round: number;
  readonly jobType: JobType;
  readonly errors: Readonly<Record<string, ErrorMeaning>>;
  readonly expected: ExpectedVerdict | undefined;
}

/** How it is written: with the values at redacted places hidden by a redactor, or as it is. */
export type Disclosure = Redactor | 'raw';

/**
 * A letter as a line of a corpus. `undefined` where it can't be written: its body was never loaded, or is no JSON, in which
 * nothing can be hidden.
 */
export function toCorpusLetter(exported: ExportedLetter, disclosure: Disclosure): CorpusLetter | undefined {
  const { id, letter, round, jobType, errors, expected } = exported;
  if (letter.oversize !== undefined) return undefined;
  const content = disclosure === 'raw' ? rawContent(letter) : discreetContent(letter, disclosure);
  if (content === undefined) return undefined;
  const { queue, name, broker, messageId, attempts, unclear, enqueuedAt, failure } = letter;
  return {
    ...{ id, source: 'mendq export', category: `${queue}/${name}`, queue, jobName: name, broker, messageId },
    ...content,
    ...{ attemptsMade: attempts, round, enqueuedAt: enqueuedAt.toISOString(), failedAt: failure.at.toISOString() },
    ...(unclear === undefined ? {} : { unclear: disclosure === 'raw' ? unclear : disclosure.text(unclear) }),
    schema: jobType.schema?.jsonSchema ?? null,
    policy: plainOptions(jobType),
    ...(Object.keys(errors).length === 0 ? {} : { errors }),
    // What was right for the letter need not be right for one with other values.
    expected: content.redacted === true ? null : (expected ?? null),
  };
}

type Content = Pick<CorpusLetter, 'payload' | 'body' | 'bodyBase64' | 'failedReason' | 'stacktrace' | 'headers' | 'redacted'>;

function rawContent(letter: RawLetter): Content {
  const { reason, stack } = letter.failure;
  return { ...bodyOf(letter.body), failedReason: reason, stacktrace: stack, headers: factsOf(letter) };
}

function discreetContent(letter: RawLetter, redactor: Redactor): Content | undefined {
  const payload = parseJson(letter.body);
  if (payload === undefined) return undefined;
  const { reason, stack } = letter.failure;
  const shown: Content = { payload: redactor.value(payload), failedReason: redactor.text(reason), stacktrace: stack.map(redactor.text), headers: redactor.facts(factsOf(letter)) as JsonObject };
  const original = rawContent(letter);
  const isWhole = jsonEqual(shown.payload, payload) && (['failedReason', 'stacktrace', 'headers'] as const).every((part) => jsonEqual(shown[part] as Json, original[part] as Json));
  return isWhole ? original : { ...shown, redacted: true };
}

/** The body as a value; as text or base64 beside it or instead of it where the value would not give back these bytes. */
function bodyOf(body: Uint8Array): Pick<Content, 'payload' | 'body' | 'bodyBase64'> {
  const buffer = Buffer.from(body);
  const text = buffer.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(buffer)) return { bodyBase64: buffer.toString('base64') };
  const payload = parseJson(text);
  if (payload === undefined) return { body: text };
  return writtenAnew(payload) === text ? { payload } : { payload, body: text };
}

function writtenAnew(payload: Json): string | undefined {
  try {
    return JSON.stringify(payload);
  } catch {
    return undefined;
  }
}

/** The headers that a decision looks at. The others are the broker's own, and needed only to put the letter back. */
function factsOf({ headers }: RawLetter): JsonObject {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith(FACT_PREFIX)));
}

/** The options of a job type without its schema and its hooks. */
function plainOptions({ schema: _schema, revision: _revision, ...options }: JobType): JsonObject {
  const plain = Object.entries(options).filter(([, value]) => value !== undefined && typeof value !== 'function');
  return Object.fromEntries(plain) as JsonObject;
}
