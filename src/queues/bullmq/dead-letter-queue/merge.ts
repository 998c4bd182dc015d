/** Everything that the sources yield, as it comes, until all of them have ended. Sources must not reject. */
export async function* merge<Item>(...sources: readonly AsyncIterator<Item>[]): AsyncGenerator<Item> {
  const waiting = new Map<AsyncIterator<Item>, Promise<{ readonly source: AsyncIterator<Item>; readonly result: IteratorResult<Item> }>>();
  const ask = (source: AsyncIterator<Item>): void => void waiting.set(source, source.next().then((result) => ({ source, result })));
  for (const source of sources) ask(source);
  try {
    while (waiting.size > 0) {
      const { source, result } = await Promise.race(waiting.values());
      if (result.done === true) {
        waiting.delete(source);
      } else {
        ask(source);
        yield result.value;
      }
    }
  } finally {
    for (const source of waiting.keys()) void source.return?.();
  }
}
