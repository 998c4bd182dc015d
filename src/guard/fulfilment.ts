import type { Clock } from '../core/clock.ts';
import type { LetterId } from '../core/dead-letter.ts';
import { messageOf } from '../core/errors.ts';
import type { AskFulfilment, FulfilmentAnswer, FulfilmentQuestion } from '../core/fulfilment.ts';
import { toFulfilment, type FulfilledAnswer, type JobType } from '../core/job-type.ts';
import { redactedError } from '../core/redacted-error.ts';
import type { RedactorFor } from '../core/redactor.ts';
import { withTimeLimit, type Limited } from '../core/time-limit.ts';

/** Hooks asked one by one run so many at a time: enough to hide latency, few enough for a small connection pool. */
const CONCURRENCY = 10;

/** Where the hooks of a letter are found, and how long they may take in milliseconds. */
export interface FulfilmentOptions {
  readonly jobTypeOf: (queue: string, name: string) => JobType;
  /** What a hook throws may quote the payload that it was asked about. */
  readonly redactorFor: RedactorFor;
  readonly hookTimeout: number;
  readonly clock: Clock;
}

/**
 * Makes the function that asks the business database whether work was done. Letters of one job type share one call
 * of `fulfilledMany`; a hook that throws, exceeds its time or answers nonsense gives `failed`, no hook `unknown`.
 * Problems tell nothing that stands at a redacted place of any payload of their call.
 */
export function createAskFulfilment(options: FulfilmentOptions): AskFulfilment {
  return async (questions) => {
    const answers = new Map<LetterId, FulfilmentAnswer>();
    for (const [jobType, asked] of groupByJobType(questions, options)) {
      const replies = await askJobType(jobType, asked, options);
      for (const [index, question] of asked.entries()) answers.set(question.letter.id, replies[index] ?? { fulfilment: 'unknown' });
    }
    return answers;
  };
}

function groupByJobType(questions: readonly FulfilmentQuestion[], options: FulfilmentOptions): Map<JobType, FulfilmentQuestion[]> {
  const groups = new Map<JobType, FulfilmentQuestion[]>();
  for (const question of questions) {
    const jobType = options.jobTypeOf(question.letter.queue, question.letter.name);
    const group = groups.get(jobType);
    if (group === undefined) groups.set(jobType, [question]);
    else group.push(question);
  }
  return groups;
}

async function askJobType(
  jobType: JobType,
  questions: readonly FulfilmentQuestion[],
  options: FulfilmentOptions,
): Promise<readonly FulfilmentAnswer[]> {
  const { fulfilled, fulfilledMany } = jobType;
  if (fulfilledMany !== undefined) {
    const payloads = questions.map(({ payload }) => payload);
    const reply = await withTimeLimit((signal) => fulfilledMany(payloads, { signal }), options.hookTimeout, options.clock);
    const hide = hideFor(questions, options);
    return questions.map((_, index) => manyAnswer(reply, index, questions.length, { limit: options.hookTimeout, hide }));
  }
  if (fulfilled === undefined) return questions.map(() => ({ fulfilment: 'unknown' }));
  return askOneByOne(questions, async ({ letter, payload }) => {
    const reply = await withTimeLimit((signal) => fulfilled(payload, { letter, signal }), options.hookTimeout, options.clock);
    const hide = hideFor([{ letter, payload }], options);
    return reply.kind === 'done' ? toAnswer(reply.value, 'fulfilled', hide) : failure(reply, 'fulfilled', { limit: options.hookTimeout, hide });
  });
}

async function askOneByOne(
  questions: readonly FulfilmentQuestion[],
  ask: (question: FulfilmentQuestion) => Promise<FulfilmentAnswer>,
): Promise<readonly FulfilmentAnswer[]> {
  const answers: FulfilmentAnswer[] = [];
  for (let start = 0; start < questions.length; start += CONCURRENCY) {
    const round = await Promise.all(questions.slice(start, start + CONCURRENCY).map(ask));
    answers.push(...round);
    // A database that answers none of ten questions answers the eleventh no sooner; other queues are waiting.
    const [first] = round;
    if (first !== undefined && round.length === CONCURRENCY && round.every(({ fulfilment }) => fulfilment === 'failed')) {
      const problem = `${first.problem ?? 'fulfilled failed'}; ${CONCURRENCY} in a row failed, so the rest of the batch was not asked`;
      return [...answers, ...questions.slice(answers.length).map(() => ({ fulfilment: 'failed' as const, problem }))];
    }
  }
  return answers;
}

/** How problems are told: within which time limit, and with what hidden. */
interface Telling {
  readonly limit: number;
  readonly hide: (text: string) => string;
}

/** Hides what stands at redacted places of these payloads; all are of one job type. */
function hideFor(questions: readonly FulfilmentQuestion[], { redactorFor }: FulfilmentOptions): Telling['hide'] {
  const [first] = questions;
  return first === undefined ? (text) => text : redactorFor(first.letter, ...questions.flatMap(({ letter, payload }) => [letter.payload, payload])).text;
}

function manyAnswer(reply: Limited<readonly FulfilledAnswer[]>, index: number, expected: number, telling: Telling): FulfilmentAnswer {
  if (reply.kind !== 'done') return failure(reply, 'fulfilledMany', telling);
  if (!Array.isArray(reply.value) || reply.value.length !== expected) {
    return { fulfilment: 'failed', problem: `fulfilledMany must answer with an array of ${expected} entries, one a payload` };
  }
  return toAnswer(reply.value[index], 'fulfilledMany', telling.hide);
}

function toAnswer(value: unknown, hook: string, hide: Telling['hide']): FulfilmentAnswer {
  const fulfilment = toFulfilment(value);
  if (fulfilment !== undefined) return { fulfilment };
  return { fulfilment: 'failed', problem: `${hook} answered ${hide(String(value))}; it must answer true, false or 'in-progress'` };
}

function failure(reply: Exclude<Limited<unknown>, { kind: 'done' }>, hook: string, { limit, hide }: Telling): FulfilmentAnswer {
  const problem = reply.kind === 'timed-out' ? `${hook} gave no answer within ${limit} ms` : `${hook} threw: ${hide(messageOf(redactedError(reply.error, hide)))}`;
  return { fulfilment: 'failed', problem };
}
