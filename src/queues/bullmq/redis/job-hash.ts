import { isJsonObject, type Json } from '../../../core/json.ts';
import { FACT_PREFIX, PARENT_FACT, RETENTION_FACT } from '../../../core/letter-facts.ts';
import type { RawLetter } from '../../../core/dead-letter.ts';
import { toEpoch, toMoment } from '../epoch.ts';
import { describeKey } from '../relatives.ts';
import { retentionOf } from '../retention.ts';
import { stackList } from '../stack-list.ts';

/** A job's hash as Redis keeps it: field names and values as bytes, in the hash's own order. */
export type JobHash = readonly (readonly [name: string, value: Buffer])[];

/** Header that holds the job's score in the failed set, where it is not the job's `finishedOn`. */
const SCORE_HEADER = 'mendq:score';

/** Header that stands where the hash has its body: a small hash is stored in the order of its fields. */
const BODY_HEADER = 'mendq:body';

/** What reading found out about a job beside its hash. */
export interface HashContext {
  readonly queue: string;
  /** BullMQ's key prefix. */
  readonly prefix: string;
  readonly id: string;
  readonly score: string;
  /** Set, in bytes, where the body was left out. */
  readonly oversize?: number;
}

/** Pairs up the flat reply of HGETALL; `undefined` where the key holds no hash or nothing. */
export function toHash(reply: unknown): JobHash | undefined {
  if (!Array.isArray(reply) || reply.length === 0) return undefined;
  const flat = reply as Buffer[];
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name.toString('utf8'), flat[index + 1] ?? Buffer.alloc(0)] as const] : []));
}

/** The letter that a job's hash makes. Nothing in it is trusted: a field that is missing or no number gives an empty value. */
export function toRawLetter(hash: JobHash, context: HashContext): RawLetter {
  const fields = new Map(hash);
  const text = (name: string): string => fields.get(name)?.toString('utf8') ?? '';
  const retention = retentionOf(text('opts'));
  const facts = {
    ...(text('finishedOn') === context.score ? {} : { [SCORE_HEADER]: context.score }),
    ...(text('parentKey') === '' ? {} : { [PARENT_FACT]: describeKey(text('parentKey'), context.prefix) }),
    ...(retention === undefined ? {} : { [RETENTION_FACT]: retention }),
  };
  return {
    queue: context.queue,
    broker: 'bullmq',
    messageId: context.id,
    epoch: toEpoch({ timestamp: text('timestamp'), attemptsStarted: text('ats'), finishedOn: text('finishedOn') }),
    name: text('name'),
    body: fields.get('data') ?? Buffer.alloc(0),
    ...(context.oversize === undefined ? {} : { oversize: context.oversize }),
    headers: { ...Object.fromEntries(hash.map(([name, value]) => (name === 'data' ? [BODY_HEADER, true] : [name, toHeader(value)]))), ...facts },
    failure: {
      reason: text('failedReason'),
      stack: stackList(text('stacktrace')),
      at: toMoment(text('finishedOn')) ?? toMoment(context.score) ?? new Date(0),
    },
    attempts: toCount(text('atm')),
    ...(retention === undefined ? {} : { retention }),
    enqueuedAt: toMoment(text('timestamp')) ?? new Date(0),
  };
}

/** The hash and score that a letter was read from, byte for byte. */
export function toStoredJob(letter: RawLetter): { readonly fields: readonly (string | Buffer)[]; readonly score: string } {
  const fields = Object.entries(letter.headers).flatMap(([name, value]) => {
    if (name === BODY_HEADER) return ['data', Buffer.from(letter.body)];
    return name.startsWith(FACT_PREFIX) ? [] : [name, fromHeader(value)];
  });
  const score = letter.headers[SCORE_HEADER] ?? letter.headers['finishedOn'];
  return { fields, score: typeof score === 'string' && score !== '' ? score : String(letter.failure.at.getTime()) };
}

/** Text as text; bytes that are no UTF-8 as `{ base64 }`, so that they survive JSON. */
export function toHeader(value: Buffer): Json {
  const text = value.toString('utf8');
  return Buffer.from(text, 'utf8').equals(value) ? text : { base64: value.toString('base64') };
}

/** The bytes or the text that a header was made of. */
export function fromHeader(value: Json): string | Buffer {
  if (isJsonObject(value) && typeof value['base64'] === 'string') return Buffer.from(value['base64'], 'base64');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function toCount(text: string): number {
  const count = Number(text);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}
