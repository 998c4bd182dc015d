import { join } from 'node:path';
import { folderArchive } from '../../src/archive/archive.ts';
import type { ArchiveStore } from '../../src/archive/contract.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { Emit } from '../../src/core/events.ts';
import { createHouse, type House } from '../../src/house.ts';
import { openLedger } from '../../src/open-ledger.ts';
import type { World } from './world.ts';

/** Puts something around a part of the house: `queue`, `ledger` or `archive`. */
export type Wrap = <Target extends object>(name: string, target: Target) => Target;

/** Waits are short, so that a round lasts a second or two. */
const POLICY = {
  backoff: { base: 20, factor: 2, cap: 40 },
  lease: 400,
  holdRetry: 30,
  settleAfter: 50,
  canary: [1, 10, 100],
  breaker: { returnRate: 0.5, minimum: 3, coolDown: 50 },
};

/** mendq as the scenario configures it, with its parts wrapped. */
export function crashHouse(world: World, directory: string, wrap: Wrap, emit: Emit = () => undefined): { readonly house: House; readonly store: ArchiveStore } {
  const store = folderArchive(join(directory, 'archive'), systemClock);
  const queue = { ...world.queue, open: async (environment: Parameters<typeof world.queue.open>[0]) => wrap('queue', await world.queue.open(environment)) };
  const house = createHouse(
    { queues: [queue], ledger: world.ledger, archive: wrap('archive', store), errors: { EmptyFileError: 'hopeless' }, policy: POLICY },
    {
      clock: systemClock,
      directory,
      emit,
      openAdvice: () => undefined,
      openLedger: async (...parameters) => {
        const opened = await openLedger(...parameters);
        return { ...opened, ledger: wrap('ledger', opened.ledger) };
      },
    },
  );
  return { house, store };
}
