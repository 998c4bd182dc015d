import type { LetterId } from '../core/dead-letter.ts';
import { letterIdOf } from '../core/dead-letter.ts';
import type { Diagnosis, Verdict } from '../core/diagnosis.ts';
import type { Json } from '../core/json.ts';
import type { LetterState } from '../core/outcome.ts';
import { failureOf, type House, type QueueFailure } from '../house.ts';
import type { Decision } from '../pass/decision.ts';
import type { PassContext } from '../pass/pass-context.ts';
import { decide } from '../pipeline.ts';
import type { QueueAdapter } from '../queues/contract.ts';

/** Letters planned at once. */
const PAGE = 200;

/** What mendq would do with one letter. */
export interface PlannedLetter {
  readonly id: LetterId;
  readonly queue: string;
  readonly name: string;
  readonly messageId: string;
  readonly signature: string;
  readonly diagnosis: Diagnosis;
  readonly verdict: Verdict;
  readonly operations: readonly string[];
  /** The payload as it died, redacted. */
  readonly before: Json | undefined;
  /** The repaired payload, redacted. */
  readonly after: Json | undefined;
  readonly why: string;
  /** Where the ledger has the letter already; absent for a new one. */
  readonly state?: LetterState;
}

/** What a dry run found. */
export interface PlanReport {
  readonly letters: readonly PlannedLetter[];
  /** True where there were more letters than `limit`. */
  readonly truncated: boolean;
  readonly failures: readonly QueueFailure[];
}

/** Which letters to plan. */
export interface PlanOptions {
  readonly queues?: readonly string[];
  /** Most letters to report. @defaultValue 1000 */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** Decides every dead letter as `heal` would and changes nothing, neither in a queue nor in the ledger. */
export async function plan(house: House, options: PlanOptions): Promise<PlanReport> {
  const context = await house.passContext(options.signal ?? new AbortController().signal, options.queues);
  const limit = options.limit ?? 1000;
  const letters: PlannedLetter[] = [];
  const failures = [...context.failures];
  let truncated = false;
  for (const queue of context.queues) {
    try {
      truncated = (await planQueue(queue, context, limit, letters)) || truncated;
    } catch (error) {
      failures.push(failureOf(queue.name, error));
    }
  }
  return { letters, truncated, failures };
}

async function planQueue(queue: QueueAdapter, context: PassContext, limit: number, letters: PlannedLetter[]): Promise<boolean> {
  let cursor: string | undefined;
  do {
    const room = limit - letters.length;
    if (room <= 0) return true;
    const page = await queue.read(cursor, Math.min(PAGE, room));
    const known = new Map((await context.ledger.known(page.letters.map(letterIdOf))).map(({ id, state }) => [id, state] as const));
    const decisions = await decide(page.letters.map((raw) => ({ raw, round: 0 })), context);
    letters.push(...decisions.map((decision) => toPlannedLetter(decision, known.get(decision.inspected.letter.id), context)));
    context.emit('pass-progress', { stage: 'reading', queue: queue.name, letters: letters.length });
    cursor = page.next;
  } while (cursor !== undefined && !context.signal.aborted);
  return false;
}

function toPlannedLetter(decision: Decision, state: LetterState | undefined, { redactorFor }: PassContext): PlannedLetter {
  const { inspected, diagnosis, plan: { verdict, operations }, repaired, why } = decision;
  const { id, queue, name, messageId, payload } = inspected.letter;
  const { value } = redactorFor(inspected.letter, repaired);
  return {
    id,
    queue,
    name,
    messageId,
    signature: inspected.signatures.shape,
    diagnosis,
    verdict,
    operations: operations.map((operation) => `${operation.name} ${operation.path}`),
    before: payload === undefined ? undefined : value(payload),
    after: repaired === undefined ? undefined : value(repaired),
    why,
    ...(state === undefined ? {} : { state }),
  };
}
