import { messageOf } from '../core/errors.ts';
import type { RawLetter } from '../core/dead-letter.ts';
import { parseJson } from '../core/json.ts';
import type { JobType } from '../core/job-type.ts';
import { redactedError } from '../core/redacted-error.ts';
import type { RedactorFor } from '../core/redactor.ts';
import { toDeadLetter } from '../core/to-dead-letter.ts';

/** A letter as far as it matters whom it is about. */
export interface Searched {
  readonly letter: RawLetter;
  readonly round: number;
  /** The body of the repair, where there is one. */
  readonly repaired?: Uint8Array | undefined;
}

/** `yes`: it is about the subject. `unclear`: nobody can read it, but its bytes or failure contain the key. */
export type Match = 'yes' | 'no' | 'unclear';

/** Finds out whom letters are about, by the hooks of their job types. */
export interface SubjectMatcher {
  match(searched: Searched): Match;
  /** Hooks that threw or gave no usable answer, so that their letters were judged without them. */
  problems(): { readonly count: number; readonly first?: string };
}

type Hook = 'idempotencyKey' | 'subject' | 'source';

/** Makes a matcher for a key. Hooks are called with whatever payload died, and may throw. */
export function createSubjectMatcher(key: string, jobTypeOf: (queue: string, name: string) => JobType, redactorFor: RedactorFor): SubjectMatcher {
  let count = 0;
  let first: string | undefined;
  const bytes = Buffer.from(key, 'utf8');

  const answersOf = (hook: Hook, searched: Searched, body: Uint8Array): readonly unknown[] => {
    try {
      return namesFrom(hook, searched, body, jobTypeOf(searched.letter.queue, searched.letter.name));
    } catch (error) {
      count += 1;
      first ??= `${hook} of queue ${searched.letter.queue}, job ${searched.letter.name}: ${messageOf(redactedError(error, redactorFor(searched.letter, body).text))}`;
      return [];
    }
  };
  const isNamed = (searched: Searched, body: Uint8Array): boolean =>
    (['idempotencyKey', 'subject', 'source'] as const).some((hook) => answersOf(hook, searched, body).includes(key));

  return {
    match: (searched) => {
      const { body } = searched.letter;
      if (isNamed(searched, body) || (searched.repaired !== undefined && isNamed(searched, searched.repaired))) return 'yes';
      return parseJson(body) === undefined && Buffer.from(body).includes(bytes) ? 'unclear' : 'no';
    },
    problems: () => ({ count, ...(first === undefined ? {} : { first }) }),
  };
}

/** Whom one hook names. Only `source` may be asked about a body that is not JSON. */
function namesFrom(hook: Hook, { letter, round }: Searched, body: Uint8Array, jobType: JobType): readonly unknown[] {
  const payload = parseJson(body);
  const context = { letter: toDeadLetter({ ...letter, body }, round), signal: AbortSignal.abort() };
  if (hook === 'source') return [jobType.source?.(payload, context)?.value];
  const ask = jobType[hook];
  if (payload === undefined || ask === undefined) return [];
  const answer: unknown = ask(payload, context);
  if (answer instanceof Promise) throw new TypeError('it answered a promise; it must answer at once');
  return Array.isArray(answer) ? answer : [answer];
}
