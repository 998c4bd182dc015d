import type { Clock } from '../core/clock.ts';
import { MendqError, messageOf } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { PayloadSchema, SchemaIssue } from '../core/payload-schema.ts';
import { withTimeLimit } from '../core/time-limit.ts';
import { cloneJson } from './clone-json.ts';
import { toValidation } from './issue.ts';

/** What every reader of schemas is given beside the schema. */
export interface SchemaOptions {
  /** Where in the configuration the schema stands, for messages. */
  readonly where: string;
  /** Longest time that one validation may take, in milliseconds. A validator that never yields can't be interrupted. */
  readonly timeLimit: number;
  readonly clock: Clock;
}

/** A library's way to validate. `copy` may be changed; `payload` may only be looked at. */
export type FindIssues = (copy: Json, payload: Json) => Promise<readonly SchemaIssue[]>;

/** Makes a payload schema of a library's validator: one that can't change the payload, hang or throw in its own way. */
export function guardedSchema(
  schema: { readonly kind: string; readonly jsonSchema: JsonObject | undefined; readonly findIssues: FindIssues },
  options: SchemaOptions,
): PayloadSchema {
  return {
    kind: schema.kind,
    jsonSchema: schema.jsonSchema,
    validate: async (payload) => toValidation(await limited(() => schema.findIssues(cloneJson(payload), payload), options)),
  };
}

const turnOver = Promise.resolve();

/** Microtasks that a validator without real waiting needs at most, with room. */
const PROMPT_TURNS = 8;

async function limited<Value>(work: () => Promise<Value>, { where, timeLimit, clock }: SchemaOptions): Promise<Value> {
  try {
    const state = { finished: false };
    const running = work().finally(() => { state.finished = true; });
    // Most validators answer within the same turn; only for the others is it worth to start a timer.
    for (let turn = 0; turn < PROMPT_TURNS && !state.finished; turn++) await Promise.race([running, turnOver]);
    if (state.finished) return await running;
    const limit = await withTimeLimit(() => running, timeLimit, clock);
    if (limit.kind === 'done') return limit.value;
    throw limit.kind === 'failed' ? limit.error : new Error(`it did not answer within ${timeLimit} ms`);
  } catch (error) {
    throw new MendqError('MENDQ_E_SCHEMA_THREW', `${where}: the schema could not validate a payload: ${messageOf(error)}`, {
      hint: 'Let refinements and transforms report an issue instead of throwing, and keep them quick.',
      context: { where },
      cause: error,
    });
  }
}
