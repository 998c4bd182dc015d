import type { Clock } from './clock.ts';

/** What became of work under a time limit. */
export type Limited<Value> = { readonly kind: 'done'; readonly value: Value } | { readonly kind: 'failed'; readonly error: unknown } | { readonly kind: 'timed-out' };

/**
 * Runs `work` for at most `milliseconds`. Never rejects. Work that goes on after its time is told so by the signal
 * and its late result is ignored.
 */
export async function withTimeLimit<Value>(
  work: (signal: AbortSignal) => Value | Promise<Value>,
  milliseconds: number,
  clock: Clock,
): Promise<Limited<Value>> {
  const deadline = new AbortController();
  const finished = new AbortController();
  const running = (async (): Promise<Limited<Value>> => {
    try {
      return { kind: 'done', value: await work(deadline.signal) };
    } catch (error) {
      return { kind: 'failed', error };
    } finally {
      finished.abort();
    }
  })();
  const expired = clock.sleep(milliseconds, finished.signal).then((): Limited<Value> => ({ kind: 'timed-out' }));
  const result = await Promise.race([running, expired]);
  if (result.kind === 'timed-out') deadline.abort();
  return result;
}
