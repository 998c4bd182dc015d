import type { LetterSummary, MendqEvents } from '../../index.ts';

/** How a letter was decided. */
export type Decided = MendqEvents['letter-decided'];

/** How a letter ended. */
export type Ending = MendqEvents['letter-finished'];

/** Letters of one queue that died of one kind of failure and were decided alike, numbered as they were met. */
export interface Group {
  readonly number: number;
  readonly queue: string;
  readonly job: string;
  /** The last word on each letter, by message id; `undefined` while there is none. */
  readonly endings: Map<string, Ending | undefined>;
  /** Why letters have to wait, as far as it was told: a letter that goes on waiting is no news. */
  readonly told: Set<string>;
}

/** The groups that were met so far. */
export interface Groups {
  /** Puts a letter into the group of its decision; a new group gets the next number. */
  readonly decided: (event: Decided) => Group;
  /** The group that a letter was put into. */
  readonly of: (letter: LetterSummary) => Group;
}

/** Starts without any group. */
export function createGroups(): Groups {
  const groups = new Map<string, Group>();
  const members = new Map<string, Group>();
  const group = (key: string, { queue, name }: LetterSummary): Group => {
    const found = groups.get(key) ?? { number: groups.size + 1, queue, job: name, endings: new Map(), told: new Set() };
    groups.set(key, found);
    return found;
  };
  return {
    decided: ({ letter, diagnosis, verdict }) => {
      const found = group([letter.queue, letter.signature, diagnosis.rule, verdict].join('\0'), letter);
      members.get(memberKey(letter))?.endings.delete(letter.messageId);
      members.set(memberKey(letter), found);
      found.endings.set(letter.messageId, undefined);
      return found;
    },
    of: (letter) => members.get(memberKey(letter)) ?? group([letter.queue, letter.signature].join('\0'), letter),
  };
}

/** True where every letter of the group has its last word. */
export function isFinished({ endings }: Group): boolean {
  return [...endings.values()].every((ending) => ending !== undefined);
}

function memberKey({ queue, messageId }: LetterSummary): string {
  return `${queue}\0${messageId}`;
}
