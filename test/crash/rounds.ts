import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChildTask } from './child.ts';
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
 * Round 0 runs undisturbed and tells which steps there are. Every further round is killed at one of them, taken in
 * turn, at a random occurrence; half of the restarts are killed once more while they recover.
 */
export async function crashRounds(options: CrashOptions): Promise<CrashSummary> {
  const directory = await mkdtemp(join(tmpdir(), 'mendq-crash-'));
  const random = seededRandom(options.seed);
  const task = (round: number) => ({ ...options, directory, prefix: `crash-${options.seed}-${process.pid}`, round });
  const killsByStep: Record<string, number> = {};
  const faults: Record<'lost' | 'duplicated' | 'wrongPayload' | 'stuck', string[]> = { lost: [], duplicated: [], wrongPayload: [], stuck: [] };
  let letters = 0;
  let steps: readonly (readonly [string, number])[] = [];
  try {
    for (let round = 0; round <= options.rounds; round += 1) {
      const plan = round === 0 ? [] : killsOfRound(round, steps, random);
      for (let start = 0; ; start += 1) {
        const killAt = plan[start];
        const end = await runChild({ ...task(round), publish: start === 0, ...(killAt === undefined ? {} : { killAt }) });
        if (end.kind === 'killed') {
          const step = killAt?.split('#')[0] ?? '';
          killsByStep[step] = (killsByStep[step] ?? 0) + 1;
          continue;
        }
        if (round === 0) steps = Object.entries(end.report.steps).toSorted();
        for (const [fault, sentences] of Object.entries(end.report.account)) faults[fault as keyof typeof faults].push(...(sentences as string[]).map((sentence) => `${fault}: ${sentence}`));
        break;
      }
      letters += lettersOfRound(round).length;
      options.onRound?.(round, Object.values(killsByStep).reduce((sum, kills) => sum + kills, 0));
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  for (const [step] of steps) killsByStep[step] ??= 0;
  return {
    broker: options.broker,
    rounds: options.rounds,
    seed: options.seed,
    kills: Object.values(killsByStep).reduce((sum, kills) => sum + kills, 0),
    killsByStep: Object.fromEntries(Object.entries(killsByStep).toSorted()),
    letters,
    lost: faults.lost.length,
    duplicated: faults.duplicated.length,
    wrongPayload: faults.wrongPayload.length,
    stuck: faults.stuck.length,
    faults: Object.values(faults).flat(),
  };
}

function killsOfRound(round: number, steps: readonly (readonly [string, number])[], random: () => number): readonly string[] {
  const step = steps[(round - 1) % steps.length];
  if (step === undefined) return [];
  // Later rounds carry the escalated letters of earlier ones, so that a step never occurs less often than in round 0.
  const first = `${step[0]}#${1 + Math.floor(random() * step[1])}`;
  const other = steps[Math.floor(random() * steps.length)];
  return random() < 0.5 && other !== undefined ? [first, `${other[0]}#1`] : [first];
}
