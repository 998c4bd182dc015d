import type { LetterId } from '../core/dead-letter.ts';
import { messageOf } from '../core/errors.ts';
import type { AskFulfilment, FulfilmentAnswer, FulfilmentQuestion } from '../core/fulfilment.ts';
import { parseJson, type Json } from '../core/json.ts';
import type { JobType } from '../core/job-type.ts';
import { toDeadLetter } from '../core/to-dead-letter.ts';
import type { LetterRecord } from '../ledger/contract.ts';

/** Whom to ask, and how the payloads are judged before. */
export interface AskContext {
  readonly askFulfilment: AskFulfilment;
  readonly jobTypeOf: (queue: string, name: string) => JobType;
}

/** A letter that can be asked about, or the answer that stands already; neither where there is nothing to ask about. */
interface Asked {
  readonly id: LetterId;
  readonly question?: FulfilmentQuestion;
  readonly answer?: FulfilmentAnswer;
}

/**
 * Asks the business database about the payloads that will run. What mendq plans by itself has passed its schema; what a
 * person orders may not have, and then no hook is asked, because hooks are promised valid payloads and one that gets
 * another could answer anything. The person decides.
 */
export async function askAbout(records: readonly LetterRecord[], context: AskContext): Promise<ReadonlyMap<LetterId, FulfilmentAnswer>> {
  const asked = await Promise.all(records.map(async (record) => toAsked(record, context)));
  const answers = new Map(await context.askFulfilment(asked.flatMap(({ question }) => question ?? [])));
  for (const { id, answer } of asked) if (answer !== undefined) answers.set(id, answer);
  return answers;
}

async function toAsked(record: LetterRecord, { jobTypeOf }: AskContext): Promise<Asked> {
  const { id, letter, round, decision } = record;
  const payload = parseJson(decision?.plan.body ?? letter.body);
  if (payload === undefined) return { id };
  const question = { letter: toDeadLetter(letter, round), payload };
  if (decision?.plan.order === undefined) return { id, question };
  return judgedFirst({ id, question }, payload, jobTypeOf(letter.queue, letter.name));
}

async function judgedFirst(asked: Asked, payload: Json, { schema }: JobType): Promise<Asked> {
  if (schema === undefined) return asked;
  try {
    return (await schema.validate(payload)).valid ? asked : { id: asked.id };
  } catch (error) {
    return { id: asked.id, answer: { fulfilment: 'failed', problem: `fulfilled can't be asked: ${messageOf(error)}` } };
  }
}
