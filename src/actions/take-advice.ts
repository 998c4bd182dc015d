import type { House, QueueFailure } from '../house.ts';
import { consult } from '../pass/consult.ts';
import type { PassContext } from '../pass/pass-context.ts';
import { noteFailure } from './note-failure.ts';

/**
 * Asks the configured model about the kinds of failure that passes have left open. Returns the names of the queues in which
 * letters are to be decided again; none where no model is configured or nothing came of it. What fails is noted.
 */
export async function takeAdvice(house: House, context: PassContext, failures: QueueFailure[]): Promise<ReadonlySet<string>> {
  try {
    const source = await house.advice();
    return source === undefined ? new Set() : await consult(context, source);
  } catch (error) {
    noteFailure(context.queues[0]?.name ?? '', error, failures, context);
    return new Set();
  }
}
