import { accountBook, type Series, type SeriesOptions } from './account-book.ts';
import { createFaultSchedule, type FaultSchedule } from './fault-schedule.ts';
import { lineRound, weightiestFirst, type LineFaults } from './line-round.ts';
import { privateServers, storesOn } from './private-servers.ts';
import { redisPair, type RedisPair } from './redis-pair.ts';
import { lettersOfRound } from './scenario.ts';
import { seededRandom } from './seeded-random.ts';
import type { Trap } from './trap.ts';

/** A failover as it is planned for a round. Passes count from 0. */
interface Plan {
  /** The pass in which the replica falls behind, and the command to the broker of that pass, from 0, at which it does. */
  readonly behind: { readonly pass: number; readonly command: number };
  /** The pass in which it takes over: at the place, or at the end where that pass does not come there. */
  readonly over: { readonly pass: number; readonly at: string | undefined };
}

const AT_THE_END = 'at the end of a pass';

/** A primary waits 5 seconds for further replicas before it sends its data, unless it is told not to. */
const AT_ONCE = ['--repl-diskless-sync-delay', '0'];

/**
 * A replica that has fallen behind takes over: what mendq's last commands did, acknowledged as it was, is gone. In every
 * other round the replica falls behind at a command in the middle of a pass and takes over in the same pass; in the rest
 * it misses a whole pass with the work that followed, and takes over in the next one.
 */
export async function failoverRounds({ rounds, seed, onRound }: SeriesOptions): Promise<Series> {
  const servers = privateServers();
  const random = seededRandom(seed);
  const schedule = createFaultSchedule(random);
  const book = accountBook();
  const counts = new Map<string, number>();
  let rolledBack = 0;
  const note = (place: string): void => void counts.set(place, (counts.get(place) ?? 0) + 1);
  try {
    const ledger = await servers.postgres('ledger', ['ledger', 'effects']);
    const pair = await redisPair(await servers.redis('first', AT_ONCE), await servers.redis('second', AT_ONCE));
    const stores = storesOn(servers, 'bullmq-redis', pair.line.through(pair.url), ledger);
    for (let round = 0; round <= rounds; round += 1) {
      await pair.catchUp();
      const plan = round === 0 ? undefined : planOf(round, schedule, random);
      const faults = failover(pair, plan, (place) => {
        note(place.replace(/#.*/, ''));
        if (place !== AT_THE_END) schedule.note(place);
      });
      const { account, passed, rolledBack: letters } = await lineRound(stores, round, faults);
      rolledBack += letters;
      if (round === 0) schedule.learn(weightiestFirst(passed));
      book.add(account, lettersOfRound(round).length);
      onRound?.(round, [...counts.values()].reduce((sum, count) => sum + count, 0));
    }
    await pair.close();
  } finally {
    await servers.close();
  }
  return { ...book.series(Object.fromEntries(counts)), rolledBack };
}

function planOf(round: number, schedule: FaultSchedule, random: () => number): Plan {
  // Within one pass, most commands are sent once.
  const at = schedule.placesOfRound()[0]?.replace(/#\d+$/, '#1');
  const pass = Math.floor(random() * 2);
  if (round % 2 === 1) return { behind: { pass, command: Math.floor(random() * 10) }, over: { pass, at } };
  return { behind: { pass, command: 0 }, over: { pass: pass + 1, at } };
}

function failover(pair: RedisPair, plan: Plan | undefined, note: (place: string) => void): LineFaults {
  if (plan === undefined) return { places: [], onCut: () => undefined };
  let present = -1;
  let command = 0;
  let stage: 'following' | 'behind' | 'over' = 'following';
  let fallen: Promise<void> = Promise.resolve();
  let trap: Trap | undefined;
  const fallBehind = (): void => {
    if (stage !== 'following') return;
    stage = 'behind';
    fallen = pair.fallBehind();
  };
  const takeOver = (place: string): void => {
    trap?.set(undefined);
    fallBehind();
    stage = 'over';
    note(place);
    fallen = fallen.then(() => pair.takeOver());
  };
  return {
    places: [],
    onReady: (given) => { trap = given; },
    beforePass: async (pass) => {
      // A busy machine would have the replica miss more than it is meant to, the letters themselves for instance.
      if (stage === 'following') await pair.wholeReplica();
      present = pass;
      command = 0;
      if (pass === plan.over.pass) trap?.set(plan.over.at);
    },
    onBrokerCommand: () => {
      if (present === plan.behind.pass && command >= plan.behind.command) fallBehind();
      command += 1;
    },
    onCut: takeOver,
    afterPass: async (pass) => {
      if (pass !== plan.over.pass) return false;
      if (stage !== 'over') takeOver(AT_THE_END);
      await fallen;
      return true;
    },
    forgotten: () => (stage === 'following' ? 'nothing' : 'moments'),
  };
}
