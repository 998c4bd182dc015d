import type { Finding } from '../../core/finding.ts';

/** Clocks that are further apart, in milliseconds, make waiting times and leases wrong. */
const MOST_SKEW = 2000;

/** What is known of a queue's present state. What the user of the connection may not ask is absent. */
export interface RunningFacts {
  readonly isPaused: boolean;
  readonly failed: number;
  /** Workers that are connected. */
  readonly workers?: number;
  /** How far the server's clock is ahead of this machine's, in milliseconds. */
  readonly skew: number;
}

/** Whether replays would run, and whether the clocks agree. */
export function runningFindings(queue: string, { isPaused, failed, workers, skew }: RunningFacts): readonly Finding[] {
  const subject = `queue ${queue}`;
  const findings: Finding[] = [];
  if (isPaused) findings.push({ severity: 'warning', subject, message: 'the queue is paused: replays wait until it is resumed', fix: 'Resume it when its workers may run: queue.resume().' });
  if (workers === 0) {
    const message = `no worker is connected: ${failed === 1 ? 'the replay' : 'replays'} of ${failed} dead ${failed === 1 ? 'letter' : 'letters'} would wait`;
    findings.push({ severity: failed > 0 ? 'warning' : 'ok', subject, message, ...(failed > 0 ? { fix: 'Start a worker of this queue, with the same prefix and server.' } : {}) });
  }
  if (Math.abs(skew) > MOST_SKEW) {
    const message = `the server's clock is ${(Math.abs(skew) / 1000).toFixed(1)} s ${skew > 0 ? 'ahead of' : 'behind'} this machine's`;
    findings.push({ severity: 'warning', subject, message, fix: 'Keep both on network time, for example: timedatectl set-ntp true' });
  }
  return findings;
}
