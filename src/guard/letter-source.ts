import type { JobType, LetterSource } from '../core/job-type.ts';
import { toDeadLetter } from '../core/to-dead-letter.ts';
import type { LetterRecord } from '../ledger/contract.ts';

/** Who sent a letter, by the user's extractor; `undefined` where there is none, it throws, or it names nobody. */
export function sourceOf(record: LetterRecord, jobTypeOf: (queue: string, name: string) => JobType): LetterSource | undefined {
  const letter = toDeadLetter(record.letter, record.round);
  try {
    const source = jobTypeOf(letter.queue, letter.name).source?.(letter.payload, { letter });
    return typeof source?.kind === 'string' && typeof source.value === 'string' ? source : undefined;
  } catch {
    // The extractor meets hostile payloads by design; one that it can't read has no known source.
    return undefined;
  }
}
