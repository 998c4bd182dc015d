import { messageOf } from '../core/errors.ts';
import type { DeadLetter } from '../core/dead-letter.ts';
import type { Json } from '../core/json.ts';
import type { JobType } from '../core/job-type.ts';

/** The name of a piece of work; without a key where nothing names it, with a problem where the hook can't be used. */
export type WorkKey = { readonly kind: 'named'; readonly key?: string } | { readonly kind: 'problem'; readonly why: string };

/** Asks the job type's hook how the work of a payload is called. A hook that can't name it makes a replay unsafe. */
export function workKeyOf(jobType: JobType, letter: DeadLetter, payload: Json | undefined): WorkKey {
  if (jobType.idempotencyKey === undefined || payload === undefined) return { kind: 'named' };
  try {
    const key: unknown = jobType.idempotencyKey(payload, { letter, signal: AbortSignal.abort() });
    if (key === undefined) return { kind: 'named' };
    if (typeof key === 'string' && key !== '') return { kind: 'named', key };
    return { kind: 'problem', why: `idempotencyKey answered ${JSON.stringify(key)}; it must answer a text or undefined` };
  } catch (error) {
    return { kind: 'problem', why: `idempotencyKey threw: ${messageOf(error)}` };
  }
}
