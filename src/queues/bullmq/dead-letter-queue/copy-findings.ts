import type { RawLetter } from '../../../core/dead-letter.ts';
import type { Finding } from '../../../core/finding.ts';

/** How many copies are looked at. */
export const SAMPLE = 200;

/** A main queue and its dead-letter queue, by name. */
export interface QueueNames {
  readonly main: string;
  readonly copies: string;
}

/** Whether a worker takes copies before mendq can. */
export function workerFinding({ main, copies }: QueueNames, workers: number, active: number): Finding {
  const subject = `queue ${main}`;
  if (workers === 0 && active === 0) return { severity: 'ok', subject, message: `no worker takes jobs of its dead-letter queue ${copies}` };
  const what = workers > 0 ? `${workers} ${workers === 1 ? 'worker takes' : 'workers take'} jobs` : `${active} ${active === 1 ? 'job' : 'jobs'} in work`;
  return {
    severity: 'error',
    subject,
    message: `its dead-letter queue ${copies} has ${what}: letters can be gone before they are healed`,
    fix: `Stop the workers of ${copies}. Where they only report, let them listen to its events instead.`,
  };
}

/** How many letters wait, and how many of a sample nobody can read. */
export function copiesFindings({ main, copies }: QueueNames, count: number, sample: readonly RawLetter[]): readonly Finding[] {
  const subject = `queue ${main}`;
  const unclear = sample.filter((letter) => letter.unclear !== undefined);
  const found: Finding = { severity: 'ok', subject, message: `${count} ${count === 1 ? 'job waits' : 'jobs wait'} in its dead-letter queue ${copies}` };
  if (unclear.length === 0) return [found];
  return [found, {
    severity: 'warning',
    subject,
    message: `${unclear.length} of ${sample.length} copies in ${copies} can't be read: ${unclear[0]?.unclear ?? ''}`,
    fix: 'Give deadLetterQueue an "unwrap" that tells id, name and data of the job.',
  }];
}
