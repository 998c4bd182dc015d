/** Counts the steps of a healing process and kills it at one of them, as a power cut would. */
export interface Steps {
  /** Wraps every asynchronous method of `target`: one step before the call, one after it. */
  wrap<Target extends object>(name: string, target: Target): Target;
  /** How often each step was passed. */
  readonly passed: ReadonlyMap<string, number>;
}

/** `at` names a step and its occurrence, as `ledger.decide:after#2`; absent: nothing is killed. */
export function createSteps(at: string | undefined): Steps {
  const passed = new Map<string, number>();
  const step = (name: string): void => {
    const count = (passed.get(name) ?? 0) + 1;
    passed.set(name, count);
    if (at === `${name}#${count}`) process.kill(process.pid, 'SIGKILL');
  };
  return {
    passed,
    wrap: (name, target) =>
      new Proxy(target, {
        get: (object, key, receiver) => {
          const member: unknown = Reflect.get(object, key, receiver);
          if (typeof member !== 'function' || typeof key !== 'string' || NOT_STEPS.has(key)) return member;
          return async (...parameters: unknown[]): Promise<unknown> => {
            step(`${name}.${key}:before`);
            const result: unknown = await Reflect.apply(member, object, parameters);
            step(`${name}.${key}:after`);
            return result;
          };
        },
      }),
  };
}

/** Streams and the end of the process are no steps of a pass. */
const NOT_STEPS: ReadonlySet<string> = new Set(['wakeups', 'close']);
