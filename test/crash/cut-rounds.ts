import { accountFor } from './account.ts';
import { accountBook, type Series, type SeriesOptions } from './account-book.ts';
import { createCallNames } from './call-names.ts';
import { crashHouse } from './crash-house.ts';
import { createFaultSchedule, type FaultSchedule } from './fault-schedule.ts';
import { healToTheEnd } from './heal-to-the-end.ts';
import { drawLines } from './lined-stores.ts';
import { openWorld } from './open-world.ts';
import { lettersOfRound } from './scenario.ts';
import { seededRandom } from './seeded-random.ts';
import { openStores, type Broker, type Stores } from './stores.ts';
import { createTrap } from './trap.ts';

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
      book.add(await runRound(stores, round, schedule), lettersOfRound(round).length);
      onRound?.(round, schedule.total());
    }
  } finally {
    await close();
  }
  return book.series(schedule);
}

async function runRound(stores: Stores, round: number, schedule: FaultSchedule): ReturnType<typeof accountFor> {
  const trap = createTrap();
  const calls = createCallNames();
  const places = [...schedule.placesOfRound(), ...schedule.placesOfRound()];
  const lines = await drawLines(stores, trap, calls, (at) => {
    schedule.note(at);
    trap.set(places.shift());
  });
  const world = await openWorld(lines.stores);
  const { house, store } = crashHouse(world, stores.directory, calls.wrap);
  try {
    const letters = lettersOfRound(round);
    await world.publish(letters);
    await world.work(true);
    trap.set(places.shift());
    await healToTheEnd(house, world, { forgivesOutages: true });
    trap.set(undefined);
    if (round === 0) schedule.learn(weightiestFirst(trap.passed()));
    const { ledger } = await house.ledger();
    return await accountFor(letters, world, ledger, store);
  } finally {
    await house.close();
    await world.close();
    await lines.close();
  }
}

/** Commands that change something, cut off from their reply, are what matters most. */
const WEIGHTS: readonly RegExp[] = [/^queue[.](replay|remove)[.](eval|commit):after/, /[.](eval|commit):after/, /[.](eval|commit):before/];

function weightiestFirst(places: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const rank = (place: string): number => [...WEIGHTS, /^/].findIndex((weight) => weight.test(place));
  return Object.fromEntries(Object.entries(places).toSorted(([left], [right]) => rank(left) - rank(right)));
}
