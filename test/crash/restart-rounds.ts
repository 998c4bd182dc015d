import { accountBook, type Series, type SeriesOptions } from './account-book.ts';
import { disastersOf, type Disaster } from './disasters.ts';
import { createFaultSchedule } from './fault-schedule.ts';
import { lineRound, weightiestFirst } from './line-round.ts';
import { lettersOfRound } from './scenario.ts';
import { seededRandom } from './seeded-random.ts';
import type { Broker } from './stores.ts';

/**
 * Servers that end and come back in the middle of a pass. Round 0 runs undisturbed; then disaster
 * follows disaster, each at the command that had its turn least often.
 */
export async function restartRounds(broker: Broker, { rounds, seed, onRound }: SeriesOptions): Promise<Series> {
  const random = seededRandom(seed);
  const { disasters, close } = await disastersOf(broker, random);
  const schedule = createFaultSchedule(random);
  const book = accountBook();
  const counts = new Map(disasters.map(({ name }) => [name, 0]));
  let rolledBack = 0;
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const disaster = disasters[(round + disasters.length - 1) % disasters.length];
      if (disaster === undefined) break;
      const { account, passed, strikes, ...found } = await disastrousRound(disaster, round, [...schedule.placesOfRound()], schedule.note);
      if (round === 0) schedule.learn(weightiestFirst(passed));
      counts.set(disaster.name, (counts.get(disaster.name) ?? 0) + strikes);
      rolledBack += found.rolledBack;
      book.add(account, lettersOfRound(round).length);
      onRound?.(round, schedule.total());
    }
  } finally {
    await close();
  }
  return { ...book.series(Object.fromEntries(counts)), rolledBack };
}

async function disastrousRound({ stores, forgotten, onPass, onBrokerCommand, strike }: Disaster, round: number, places: string[], note: (at: string) => void) {
  let strikes = 0;
  let seen = 0;
  let ended: Promise<void> = Promise.resolve();
  const found = await lineRound(stores, round, {
    places,
    onCut: (at) => {
      note(at);
      strikes += 1;
      ended = ended.then(strike);
    },
    beforePass: async () => onPass?.(),
    // Workers wait for their servers; what is disturbed is mendq.
    afterPass: async () => {
      await ended;
      const isOutdated = strikes > seen;
      seen = strikes;
      return isOutdated;
    },
    forgotten: () => (strikes === 0 ? 'nothing' : forgotten),
    ...(onBrokerCommand === undefined ? {} : { onBrokerCommand }),
  });
  return { ...found, strikes };
}
