import { accountBook, type Series, type SeriesOptions } from './account-book.ts';
import type { ChildReport, ChildTask } from './child.ts';
import { createFaultSchedule } from './fault-schedule.ts';
import { runChild } from './run-child.ts';
import { lettersOfRound } from './scenario.ts';
import { seededRandom } from './seeded-random.ts';
import { openStores, type Broker } from './stores.ts';

/**
 * Round 0 runs undisturbed and tells which steps there are. In every further round the healing process is killed at the
 * step that was hit least so far; half of the restarted ones are killed once more while they recover.
 */
export async function killRounds(broker: Broker, { rounds, seed, onRound }: SeriesOptions): Promise<Series> {
  const { stores, close } = await openStores(broker);
  const schedule = createFaultSchedule(seededRandom(seed));
  const book = accountBook();
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const report = await runRound({ stores, round }, schedule.placesOfRound(), schedule.note);
      if (round === 0) schedule.learn(report.steps);
      book.add(report.account, lettersOfRound(round).length);
      onRound?.(round, schedule.total());
    }
  } finally {
    await close();
  }
  return book.series(schedule.byPlace());
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
