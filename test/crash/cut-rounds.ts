import { accountBook, type Series, type SeriesOptions } from './account-book.ts';
import { createFaultSchedule } from './fault-schedule.ts';
import { lineRound, weightiestFirst } from './line-round.ts';
import { lettersOfRound } from './scenario.ts';
import { seededRandom } from './seeded-random.ts';
import { openStores, type Broker } from './stores.ts';

/**
 * Round 0 runs undisturbed and tells which commands mendq sends. In every further round up to four of them are cut off:
 * before the command arrives, or between the command and its reply.
 */
export async function cutRounds(broker: Broker, { rounds, seed, onRound }: SeriesOptions): Promise<Series> {
  const { stores, close } = await openStores(broker);
  const schedule = createFaultSchedule(seededRandom(seed));
  const book = accountBook();
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const places = [...schedule.placesOfRound(), ...schedule.placesOfRound()];
      const { account, passed } = await lineRound(stores, round, { places, onCut: schedule.note });
      if (round === 0) schedule.learn(weightiestFirst(passed));
      book.add(account, lettersOfRound(round).length);
      onRound?.(round, schedule.total());
    }
  } finally {
    await close();
  }
  return book.series(schedule.byPlace());
}
