import type { Finding } from '../../core/finding.ts';
import { retentionOf } from './retention.ts';

/** How many jobs of a kind are looked at. */
export const SAMPLE = 200;

/** The options, as JSON, of samples of a queue's jobs, and how many failures left no job behind. */
export interface SampledOptions {
  readonly dead: readonly string[];
  /** Of jobs that wait, run or are done, and of schedulers' templates. */
  readonly others: readonly string[];
  /** Among the newest events: failures whose job is not there any more. */
  readonly vanished: number;
}

/** Says whether BullMQ drops dead letters of the queue by itself, or never keeps one, from samples of what is there. */
export function retentionFindings(queue: string, { dead, others, vanished }: SampledOptions): readonly Finding[] {
  const subject = `queue ${queue}`;
  const all = [...dead, ...others];
  const limits = all.flatMap((options) => retentionOf(options) ?? []);
  const never = limits.filter((limit) => NEVER_KEPT.has(limit)).length;
  const trimmed = limits.filter((limit) => !NEVER_KEPT.has(limit));
  const fix = 'Remove removeOnFail from the job options (and defaultJobOptions), the schedulers and the workers of this queue.';
  const findings: Finding[] = [];
  if (never > 0 || vanished > 0) {
    const signs = [...(never > 0 ? [`${never} of ${all.length} jobs looked at have removeOnFail true`] : []), ...(vanished > 0 ? [`${vanished} of the newest failures left no job behind`] : [])];
    findings.push({ severity: 'error', subject, message: `no dead letter possible: ${signs.join(', and ')}, so that nothing is left to heal`, fix });
  }
  if (trimmed.length > 0) {
    const message = `${trimmed.length} of ${all.length} jobs looked at have ${trimmed[0] ?? ''}: BullMQ drops the oldest dead letters by itself, decided or not; mendq archives those that it sees before`;
    findings.push({ severity: 'error', subject, message, fix });
  }
  return findings.length > 0 ? findings : [{ severity: 'ok', subject, message: `${all.length} jobs looked at keep themselves until mendq has decided` }];
}

/** Ways to say that a failed job is dropped at once. */
const NEVER_KEPT: ReadonlySet<string> = new Set(['removeOnFail true', 'removeOnFail 0', 'removeOnFail {"count":0}']);

/** How many dead letters wait. */
export function countFinding(queue: string, failed: number): Finding {
  return { severity: 'ok', subject: `queue ${queue}`, message: `${failed} ${failed === 1 ? 'job is' : 'jobs are'} in failed` };
}

/** Who works on the queue, and which bullmq mendq uses on it. */
export function versionFinding(queue: string, recorded: string | undefined, loaded: string, from: string): Finding {
  const theirs = recorded === undefined ? 'no worker has recorded a version yet' : `worked on by ${recorded}`;
  return { severity: 'ok', subject: `queue ${queue}`, message: `${theirs}; mendq uses bullmq ${loaded} (from ${from})` };
}
