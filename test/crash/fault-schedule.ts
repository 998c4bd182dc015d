/** Decides where healing is disturbed, so that every place gets its turn. */
export interface FaultSchedule {
  /** Learns the places of an undisturbed round, with how often each is passed. The first ones have their turn first. */
  learn(places: Readonly<Record<string, number>>): void;
  /** One or two places, as `ledger.decide:after#2`; none before the places are known. */
  placesOfRound(): readonly string[];
  /** Counts a disturbance that happened. */
  readonly note: (at: string) => void;
  total(): number;
  byPlace(): Readonly<Record<string, number>>;
}

/** `random` gives numbers in [0, 1). */
export function createFaultSchedule(random: () => number): FaultSchedule {
  const occurrences = new Map<string, number>();
  const hits = new Map<string, number>();
  const tries = new Map<string, number>();

  const missesOf = (place: string): number => (tries.get(place) ?? 0) - (hits.get(place) ?? 0);
  // A place that is out of reach now must not keep the others from their next turn.
  const turnsOf = (place: string): number => (hits.get(place) ?? 0) + Math.floor(missesOf(place) / 3);
  const occurrenceIn = (place: string): string => {
    // A disturbed round may pass a place less often than an undisturbed one: after two misses the first occurrence is taken.
    const missed = missesOf(place);
    tries.set(place, (tries.get(place) ?? 0) + 1);
    return `${place}#${missed >= 2 ? 1 : 1 + Math.floor(random() * (occurrences.get(place) ?? 1))}`;
  };
  return {
    learn: (places) => {
      for (const [place, count] of Object.entries(places)) occurrences.set(place, count);
    },
    placesOfRound: () => {
      const [least] = [...occurrences.keys()].toSorted((left, right) => turnsOf(left) - turnsOf(right) || (tries.get(left) ?? 0) - (tries.get(right) ?? 0));
      if (least === undefined) return [];
      const other = [...occurrences.keys()][Math.floor(random() * occurrences.size)];
      return random() < 0.5 && other !== undefined ? [occurrenceIn(least), occurrenceIn(other)] : [occurrenceIn(least)];
    },
    note: (at) => {
      const place = at.slice(0, at.indexOf('#'));
      hits.set(place, (hits.get(place) ?? 0) + 1);
    },
    total: () => [...hits.values()].reduce((sum, count) => sum + count, 0),
    byPlace: () => Object.fromEntries([...occurrences.keys()].toSorted().map((place) => [place, hits.get(place) ?? 0])),
  };
}
