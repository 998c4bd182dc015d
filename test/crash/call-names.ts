import type { Wrap } from './crash-house.ts';

/** Knows which method of which part of the house runs, so that the commands on its line can be told apart. */
export interface CallNames {
  readonly wrap: Wrap;
  /** The method of a part that is running or ran last, as `ledger.claim`; `ledger.open` before the first. */
  of(part: string): string;
}

export function createCallNames(): CallNames {
  const last = new Map<string, string>();
  return {
    wrap: (part, target) =>
      new Proxy(target, {
        get: (object, key, receiver) => {
          const member: unknown = Reflect.get(object, key, receiver);
          if (typeof member !== 'function' || typeof key !== 'string') return member;
          return (...parameters: unknown[]): unknown => {
            last.set(part, `${part}.${key}`);
            return Reflect.apply(member, object, parameters);
          };
        },
      }),
    of: (part) => last.get(part) ?? `${part}.open`,
  };
}
