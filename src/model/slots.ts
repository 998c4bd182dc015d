/** Lets at most so many pieces of work run at the same time; the others wait in the order in which they came. */
export function createSlots(count: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => { waiting.push(resolve); });
    try {
      return await work();
    } finally {
      // A slot goes to the next in line without becoming free in between.
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
