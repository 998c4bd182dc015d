import type { CopiedOriginal, Reading } from './reading.ts';
import { sameJson } from './same-json.ts';
import type { KnownOriginal, StoredCopy } from './stored-copy.ts';

/** A reading that is complete: it names job and name, or says why nobody can. */
export type ResolvedReading =
  | { readonly kind: 'original'; readonly original: CopiedOriginal & { readonly id: string; readonly name: string } }
  | Exclude<Reading, { readonly kind: 'original' | 'bare' }>;

/** The id of the job in the main queue that has to be looked at before the reading is complete; `undefined` where none has. */
export function neededOriginal(copy: StoredCopy, reading: Reading): string | undefined {
  if (reading.kind === 'bare') return isCustomId(copy.id) ? copy.id : undefined;
  if (reading.kind !== 'original') return undefined;
  const { name, failure } = reading.original;
  return name === undefined || failure.stack === undefined || failure.reason === undefined ? reading.original.id : undefined;
}

/**
 * Completes a reading with what the main queue knows of the job. A copy without a wrapper is taken only where the main
 * queue holds the failed job of the same id and name with the same data: that is a proof, everything else a guess.
 *
 * @param names - The job names that the configuration lists for the queue.
 */
export function resolve(copy: StoredCopy, reading: Reading, known: KnownOriginal | undefined, names: ReadonlySet<string>): ResolvedReading {
  if (reading.kind === 'bare') return resolveBare(copy, known);
  if (reading.kind !== 'original') return reading;
  const { original } = reading;
  const name = original.name ?? known?.name ?? (names.has(copy.name) ? copy.name : undefined);
  if (original.id === undefined || name === undefined) return { kind: 'unclear', why: 'it does not say which kind of job it was made of' };
  const failure = known?.isFailed === true && known.name === name ? { ...failureIn(known), ...original.failure } : original.failure;
  return { kind: 'original', original: { ...original, id: original.id, name, failure } };
}

function resolveBare(copy: StoredCopy, known: KnownOriginal | undefined): ResolvedReading {
  const body = Buffer.from(copy.data).toString('utf8');
  const isCopy = known?.isFailed === true && known.name === copy.name && known.data !== undefined && sameJson(known.data, body);
  if (!isCopy) return { kind: 'unclear', why: 'its wrapper is not known, and no failed job of the same id, name and data shows that it has none' };
  return { kind: 'original', original: { id: copy.id, name: copy.name, body, options: {}, failure: failureIn(known) } };
}

function failureIn({ reason, stack, attempts, failedAt }: KnownOriginal): CopiedOriginal['failure'] {
  return { reason, stack, attempts, ...(failedAt === undefined ? {} : { at: failedAt }) };
}

/** BullMQ counts up ids of its own, in both queues: that two are equal says nothing. */
function isCustomId(id: string): boolean {
  return !/^\d+$/.test(id);
}
