import type { Finding } from '../../core/finding.ts';
import { isJsonObject, parseJson } from '../../core/json.ts';

/** How many dead letters are looked at for their options. */
export const SAMPLE = 200;

/**
 * Says whether dead letters of the queue are dropped by BullMQ itself, from the options of a sample. Jobs with
 * `removeOnFail: true` never become a letter at all, so their absence proves nothing: the advice names them too.
 */
export function retentionFinding(queue: string, options: readonly string[]): Finding {
  const subject = `queue ${queue}`;
  const limited = options.map(parseJson).filter((option) => isJsonObject(option) && isLimited(option['removeOnFail']));
  if (limited.length === 0) return { severity: 'ok', subject, message: `${options.length} failed jobs looked at keep themselves until mendq has decided` };
  const first = limited[0];
  const example = JSON.stringify(isJsonObject(first) ? first['removeOnFail'] : null);
  return {
    severity: 'error',
    subject,
    message: `${limited.length} of ${options.length} failed jobs have removeOnFail ${example}: BullMQ drops the oldest dead letters by itself, decided or not`,
    fix: 'Remove removeOnFail from the job options (and defaultJobOptions) of this queue, also where it is true.',
  };
}

function isLimited(value: unknown): boolean {
  return value !== undefined && value !== false && value !== null;
}

/** How many dead letters wait. */
export function countFinding(queue: string, failed: number): Finding {
  return { severity: 'ok', subject: `queue ${queue}`, message: `${failed} ${failed === 1 ? 'job is' : 'jobs are'} in failed` };
}

/** Who works on the queue, and which bullmq mendq uses on it. */
export function versionFinding(queue: string, recorded: string | undefined, loaded: string, from: string): Finding {
  const theirs = recorded === undefined ? 'no worker has recorded a version yet' : `worked on by ${recorded}`;
  return { severity: 'ok', subject: `queue ${queue}`, message: `${theirs}; mendq uses bullmq ${loaded} (from ${from})` };
}
