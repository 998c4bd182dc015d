/** How a method behaves when it is carried out by another process. */
export interface CallKind {
  /**
   * What the caller does where the holder goes away before it has answered. `repeat` is for methods that read, and for
   * those that act by compare-and-set: a letter that the first sending has moved is not moved by the second, a replay
   * or removal that it has made is found in the broker's record, and what it left half done is finished. `tell` is for
   * methods whose second answer would be wrong, or whose second run does not finish the first.
   */
  readonly lost: 'repeat' | 'tell';
  /** The parameter that holds the options with the `signal`; absent where the method takes none. */
  readonly optionsAt?: number;
}

/** The methods that a process carries out for others, by name. Whatever is not here is never called from outside. */
export const CALLS = {
  inspect: { lost: 'repeat', optionsAt: 0 },
  plan: { lost: 'repeat', optionsAt: 0 },
  heal: { lost: 'repeat', optionsAt: 0 },
  show: { lost: 'repeat' },
  history: { lost: 'repeat', optionsAt: 0 },
  isBlocked: { lost: 'repeat' },
  verify: { lost: 'repeat' },
  remedies: { lost: 'repeat' },
  spend: { lost: 'repeat', optionsAt: 0 },
  // A second answer would call done already what the first run has done.
  decideRemedy: { lost: 'tell' },
  doctor: { lost: 'repeat' },
  // The ledger lets a letter that is parked already be restored, and the adapter counts an earlier restore as done.
  restore: { lost: 'repeat' },
  // Taking a source off twice is taking it off; only who did it may be told wrongly, which is worth less than doing it.
  unblock: { lost: 'repeat' },
  // What the first run emptied is found again by the hash of the subject, and counted again.
  forget: { lost: 'repeat', optionsAt: 2 },
  // A second answer would call refused what the first run has done.
  replay: { lost: 'tell', optionsAt: 1 },
  discard: { lost: 'tell', optionsAt: 1 },
  requeue: { lost: 'tell', optionsAt: 1 },
  undo: { lost: 'tell', optionsAt: 1 },
  // The second run finds the breaker closed and does not set the rest of the letters back.
  resume: { lost: 'tell' },
} as const satisfies Readonly<Record<string, CallKind>>;

/** Name of a method that other processes may call. */
export type CallName = keyof typeof CALLS;

/** True for such a name, however it came. */
export function isCallName(name: string): name is CallName {
  return Object.hasOwn(CALLS, name);
}
