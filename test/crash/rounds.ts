import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.ts';
import type { ChildReport, ChildTask } from './child.ts';
import { createKillSchedule } from './kill-schedule.ts';
import { runChild } from './run-child.ts';
import { lettersOfRound } from './scenario.ts';
import { seededRandom } from './seeded-random.ts';

/** A whole run of the crash harness. */
export interface CrashOptions {
  readonly broker: ChildTask['broker'];
  readonly rounds: number;
  readonly seed: number;
  readonly redisUrl: string;
  readonly databaseUrl: string;
  readonly onRound?: (round: number, kills: number) => void;
}

/** What it found. The four faults have to be 0. */
export interface CrashSummary {
  readonly broker: string;
  readonly rounds: number;
  readonly seed: number;
  readonly kills: number;
  readonly killsByStep: Readonly<Record<string, number>>;
  readonly letters: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly wrongPayload: number;
  readonly stuck: number;
  /** Each fault as a sentence. */
  readonly faults: readonly string[];
}

/**
 * Round 0 runs undisturbed and tells which steps there are. Every further round is killed at the step that was hit
 * least so far; half of the restarts are killed once more while they recover.
 */
export async function crashRounds(options: CrashOptions): Promise<CrashSummary> {
  const directory = await mkdtemp(join(tmpdir(), 'mendq-crash-'));
  const task = (round: number) => ({ ...options, directory, prefix: `crash-${options.seed}-${process.pid}`, round });
  const schedule = createKillSchedule(seededRandom(options.seed));
  const faults: Record<keyof Account, string[]> = { lost: [], duplicated: [], wrongPayload: [], stuck: [] };
  let letters = 0;
  try {
    for (let round = 0; round <= options.rounds; round += 1) {
      const report = await runRound(task(round), schedule.killsOfRound(), schedule.noteKill);
      if (round === 0) schedule.learn(report.steps);
      for (const fault of Object.keys(faults) as (keyof Account)[]) faults[fault].push(...report.account[fault].map((sentence) => `${fault}: ${sentence}`));
      letters += lettersOfRound(round).length;
      options.onRound?.(round, schedule.kills());
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  const { lost, duplicated, wrongPayload, stuck } = faults;
  return {
    broker: options.broker,
    rounds: options.rounds,
    seed: options.seed,
    kills: schedule.kills(),
    killsByStep: schedule.killsByStep(),
    letters,
    lost: lost.length,
    duplicated: duplicated.length,
    wrongPayload: wrongPayload.length,
    stuck: stuck.length,
    faults: Object.values(faults).flat(),
  };
}

/** Starts healing processes until one lives to the end; the first ones are killed as planned. */
async function runRound(task: Omit<ChildTask, 'publish' | 'killAt'>, kills: readonly string[], onKill: (at: string) => void): Promise<ChildReport> {
  for (let start = 0; ; start += 1) {
    const killAt = kills[start];
    const end = await runChild({ ...task, publish: start === 0, ...(killAt === undefined ? {} : { killAt }) });
    if (end.kind === 'finished') return end.report;
    if (killAt !== undefined) onKill(killAt);
  }
}
