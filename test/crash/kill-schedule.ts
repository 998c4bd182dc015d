/** Decides where processes are killed, so that every step gets its turn. */
export interface KillSchedule {
  /** Learns the steps of an undisturbed round, with how often each occurs. */
  learn(steps: Readonly<Record<string, number>>): void;
  /** One or two places, as `ledger.decide:after#2`; none before the steps are known. */
  killsOfRound(): readonly string[];
  readonly noteKill: (at: string) => void;
  kills(): number;
  killsByStep(): Readonly<Record<string, number>>;
}

/** `random` gives numbers in [0, 1). */
export function createKillSchedule(random: () => number): KillSchedule {
  const occurrences = new Map<string, number>();
  const kills = new Map<string, number>();
  const tries = new Map<string, number>();

  const placeIn = (step: string): string => {
    // A round with kills may pass a step less often than an undisturbed one: after two misses the first occurrence is taken.
    const missed = (tries.get(step) ?? 0) - (kills.get(step) ?? 0);
    tries.set(step, (tries.get(step) ?? 0) + 1);
    return `${step}#${missed >= 2 ? 1 : 1 + Math.floor(random() * (occurrences.get(step) ?? 1))}`;
  };
  return {
    learn: (steps) => {
      for (const [step, count] of Object.entries(steps)) occurrences.set(step, count);
    },
    killsOfRound: () => {
      const [least] = [...occurrences.keys()].toSorted((left, right) => (kills.get(left) ?? 0) - (kills.get(right) ?? 0) || (tries.get(left) ?? 0) - (tries.get(right) ?? 0));
      if (least === undefined) return [];
      const other = [...occurrences.keys()][Math.floor(random() * occurrences.size)];
      return random() < 0.5 && other !== undefined ? [placeIn(least), placeIn(other)] : [placeIn(least)];
    },
    noteKill: (at) => {
      const step = at.slice(0, at.indexOf('#'));
      kills.set(step, (kills.get(step) ?? 0) + 1);
    },
    kills: () => [...kills.values()].reduce((sum, count) => sum + count, 0),
    killsByStep: () => Object.fromEntries([...occurrences.keys()].toSorted().map((step) => [step, kills.get(step) ?? 0])),
  };
}
