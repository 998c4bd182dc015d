import { accountFor, type Account } from './account.ts';
import { createCallNames } from './call-names.ts';
import { crashHouse } from './crash-house.ts';
import { healToTheEnd, type Passes } from './heal-to-the-end.ts';
import { drawLines } from './lined-stores.ts';
import { openWorld } from './open-world.ts';
import { lettersOfRound } from './scenario.ts';
import type { Stores } from './stores.ts';
import { createTrap, type Trap } from './trap.ts';

/** What disturbs a round in which mendq reaches its stores over lines. */
export interface LineFaults extends Partial<Omit<Passes, 'forgivesOutages' | 'emit'>> {
  /** Called when the letters are dead, with the trap for whoever sets it himself. */
  readonly onReady?: (trap: Trap) => void;
  /** Called at each command of mendq's to its broker. */
  readonly onBrokerCommand?: () => void;
  /** Places where a line is cut, one after the other. */
  readonly places: string[];
  /** Called when a line was cut at a place. */
  readonly onCut: (at: string) => void;
  /** What the broker forgot in this round, as the account has to know it. */
  readonly forgotten?: () => 'nothing' | 'moments' | 'everything';
}

/** What became of a round. */
export interface LineRound {
  readonly account: Account;
  /** Where a line could have been cut, and how often. */
  readonly passed: ReturnType<Trap['passed']>;
  /** Letters that mendq found to be back although its ledger had called them done. */
  readonly rolledBack: number;
}

/** One round in this process, from the publishing of its letters to their account. */
export async function lineRound(stores: Stores, round: number, faults: LineFaults): Promise<LineRound> {
  let rolledBack = 0;
  const trap = createTrap();
  const calls = createCallNames();
  const lines = await drawLines(stores, trap, calls, {
    ...(faults.onBrokerCommand === undefined ? {} : { onBrokerCommand: faults.onBrokerCommand }),
    onCut: (at) => {
      trap.set(faults.places.shift());
      faults.onCut(at);
    },
  });
  const world = await openWorld(lines.stores);
  const { house, store } = crashHouse(world, stores.directory, calls.wrap);
  try {
    const letters = lettersOfRound(round);
    await world.publish(letters);
    await world.work(true);
    trap.set(faults.places.shift());
    faults.onReady?.(trap);
    await healToTheEnd(house, world, {
      forgivesOutages: true,
      ...faults,
      emit: (name) => { if (name === 'letter-rolled-back') rolledBack += 1; },
    });
    trap.set(undefined);
    const { ledger } = await house.ledger();
    return { account: await accountFor(letters, { world, ledger, store }, faults.forgotten?.()), passed: trap.passed(), rolledBack };
  } finally {
    await house.close();
    await world.close();
    await lines.close();
  }
}

/** Commands that change something, cut off from their reply, are what matters most. */
const WEIGHTS: readonly RegExp[] = [/^queue[.](replay|remove)[.](eval|commit):after/, /[.](eval|commit):after/, /[.](eval|commit):before/, /^/];

/** Places in the order in which they are worth a disturbance. */
export function weightiestFirst(places: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const rank = (place: string): number => WEIGHTS.findIndex((weight) => weight.test(place));
  return Object.fromEntries(Object.entries(places).toSorted(([left], [right]) => rank(left) - rank(right)));
}
