import type { LetterSummary, MendqEvents } from '../../index.ts';

/** How a letter ended. */
export type Ending = MendqEvents['letter-finished'];

/** Letters of one kind in one queue, numbered in the order in which they were met. */
export interface Group {
  readonly number: number;
  readonly queue: string;
  readonly job: string;
  /** The last word on each letter, by message id; `undefined` while there is none. */
  readonly endings: Map<string, Ending | undefined>;
}

/** Makes the function that finds the group of a letter; a new one gets the next number. */
export function createGroups(): (letter: LetterSummary) => Group {
  const groups = new Map<string, Group>();
  return ({ queue, name, signature }) => {
    const key = `${queue}\0${signature}`;
    const group = groups.get(key) ?? { number: groups.size + 1, queue, job: name, endings: new Map() };
    groups.set(key, group);
    return group;
  };
}

/** True where every letter of the group has its last word. */
export function isFinished({ endings }: Group): boolean {
  return [...endings.values()].every((ending) => ending !== undefined);
}
