import type { Clock } from '../core/clock.ts';
import type { FailedReply } from './provider-failure.ts';

/** What the questions of one `ask` share: how long the provider wants to be left alone, and whether asking on has any sense. */
export interface Patience {
  /** Why no further question is asked; `undefined` as long as they are. */
  readonly ended: FailedReply | undefined;
  /** Resolves when the provider may be asked again, or at once when `signal` is aborted. */
  ready(signal: AbortSignal): Promise<void>;
  /** Waits longer before the next call, or ends where that would be longer than allowed. False where it has ended. */
  postpone(reply: FailedReply, attempt: number): boolean;
  /** Takes a failure that is final for its question, and ends where it is final for the others too. */
  note(reply: FailedReply): void;
}

/** The first wait where the provider names none, in milliseconds; doubled each time. */
const FIRST_WAIT = 5000;
/** One refused request may be the question's fault; a second one is that of key, rights or address. */
const REFUSALS = 2;

/** Waits at most `allowed` milliseconds altogether. */
export function createPatience(allowed: number, clock: Clock): Patience {
  let ended: FailedReply | undefined;
  let notBefore = 0;
  let waited = 0;
  let refusals = 0;
  const end = (reply: FailedReply): void => {
    // What the call used is the other question's.
    const { usage: _used, ...rest } = reply;
    ended ??= rest;
  };
  return {
    get ended() { return ended; },
    ready: async (signal) => {
      for (let left = notBefore - clock.now().getTime(); left > 0 && !signal.aborted; left = notBefore - clock.now().getTime()) await clock.sleep(left, signal);
    },
    postpone: (reply, attempt) => {
      const now = clock.now().getTime();
      const until = now + (reply.retryAfterMilliseconds ?? FIRST_WAIT * 2 ** (attempt - 1) * (1 + clock.random() / 2));
      const longer = Math.max(0, until - Math.max(now, notBefore));
      if (waited + longer > allowed) end(reply);
      if (ended !== undefined) return false;
      waited += longer;
      notBefore = Math.max(notBefore, until);
      return true;
    },
    note: (reply) => {
      if (reply.reason === 'rejected') refusals += 1;
      if (reply.reason === 'quota' || reply.reason === 'retired' || refusals >= REFUSALS) end(reply);
    },
  };
}
