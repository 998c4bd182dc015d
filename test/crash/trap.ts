import type { Fate } from './line.ts';

/** Counts what passes, and springs at one place. Places are named like `queue.replay.eval`, their fates `:before` and `:after`. */
export interface Trap {
  /** Sets the trap for a fate and its occurrence from now on, as `queue.replay.eval:after#2`; `undefined` lets everything pass. */
  set(at: string | undefined): void;
  /** Counts a command. Tells its fate where the trap springs, which it does once. */
  pass(place: string): { readonly fate: Fate; readonly at: string } | undefined;
  /** How often each fate was possible, from the beginning. */
  passed(): Readonly<Record<string, number>>;
}

export function createTrap(): Trap {
  const all = new Map<string, number>();
  let since = new Map<string, number>();
  let wanted: string | undefined;
  return {
    set: (at) => {
      wanted = at;
      since = new Map();
    },
    pass: (place) => {
      all.set(place, (all.get(place) ?? 0) + 1);
      const count = (since.get(place) ?? 0) + 1;
      since.set(place, count);
      for (const fate of ['before', 'after'] as const) {
        const at = `${place}:${fate}#${count}`;
        if (wanted !== at) continue;
        wanted = undefined;
        return { fate, at };
      }
      return undefined;
    },
    passed: () => Object.fromEntries([...all].flatMap(([place, count]) => [[`${place}:before`, count], [`${place}:after`, count]])),
  };
}
