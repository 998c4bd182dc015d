import { errorTrailer } from './error-trailer.ts';

/** BullMQ's own signals: they steer the worker and are no failures. */
const SIGNALS = new Set(['UnrecoverableError', 'DelayedError', 'WaitingChildrenError', 'WaitingError', 'RateLimitError']);

/** Errors that were extended already: one instance may be thrown twice. */
const extended = new WeakSet<Error>();

/**
 * Wraps a BullMQ processor so that its errors keep what BullMQ drops. BullMQ stores nothing of an error but `stack`;
 * this adds code, errno, HTTP status, Retry-After, the causes, the members of an AggregateError and a Zod error's paths
 * and codes to its end, in the form in which node prints errors, at most 8 KB.
 *
 * The same error instance is thrown on, of the same class and message. BullMQ's own signals (`UnrecoverableError`,
 * `DelayedError`, `WaitingChildrenError`, `RateLimitError`) pass untouched, as do thrown values that are no errors.
 * Nothing is added that the error does not say itself: of objects that hang on it only the properties named above.
 *
 * @param processor - The processor as it would be given to a `Worker`. What it returns comes back unchanged.
 * @example
 * new Worker('invoices', keepErrors(async (job) => parseInvoice(job.data)), { connection })
 */
export function keepErrors<Parameters extends unknown[], Result>(
  processor: (...parameters: Parameters) => Result | Promise<Result>,
): (...parameters: Parameters) => Promise<Result> {
  const keeping = async (...parameters: Parameters): Promise<Result> => {
    try {
      return await processor(...parameters);
    } catch (error) {
      extend(error);
      throw error;
    }
  };
  // BullMQ hands out an AbortSignal only to processors that declare a third parameter.
  return Object.defineProperty(keeping, 'length', { value: processor.length });
}

function extend(error: unknown): void {
  if (!(error instanceof Error) || SIGNALS.has(error.name) || SIGNALS.has(error.constructor.name) || extended.has(error)) return;
  try {
    const stack = error.stack ?? `${error.name}: ${error.message}`;
    error.stack = namedStack(stack, error) + errorTrailer(error);
    extended.add(error);
  } catch {
    // A frozen error keeps the stack it has; the failure itself must come through whatever happens here.
  }
}

/** An error that was named after it was made still has `Error` at the head of its stack. */
function namedStack(stack: string, error: Error): string {
  const name = error.name === 'Error' ? error.constructor.name : error.name;
  return stack.startsWith('Error') && !stack.startsWith(name) && /^[A-Za-z_$][\w$]*$/.test(name) ? name + stack.slice('Error'.length) : stack;
}
