/** Random choices that are the same for the same seed, on every machine. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item;
  /** True in `share` of all cases. */
  chance(share: number): boolean;
}

/** A generator of 32 bits of state (mulberry32): quick, and good enough for choosing test cases. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    whole,
    pick: <Item>(items: readonly Item[]): Item => {
      if (items.length === 0) throw new Error('nothing to pick from');
      return items[whole(0, items.length - 1)] as Item;
    },
    chance: (share) => next() < share,
  };
}
