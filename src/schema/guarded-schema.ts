import type { Clock } from '../core/clock.ts';
import { MendqError, messageOf } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { PayloadSchema, SchemaIssue, Validation } from '../core/payload-schema.ts';
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
  /** The folder from which the user's own packages are found. @defaultValue the working directory */
  readonly directory?: string;
}

/** A library's way to validate. `copy` may be changed; `payload` may only be looked at. */
export type FindIssues = (copy: Json, payload: Json) => readonly SchemaIssue[] | Promise<readonly SchemaIssue[]>;

/** The part of a payload schema that its library gives. */
interface LibrarySchema {
  readonly kind: string;
  readonly jsonSchema: JsonObject | undefined;
}

/** Makes a payload schema of a library's validator: one that can't change the payload, hang or throw in its own way. */
export function guardedSchema(schema: LibrarySchema & { readonly findIssues: FindIssues }, options: SchemaOptions): PayloadSchema {
  return {
    kind: schema.kind,
    jsonSchema: schema.jsonSchema,
    validate: async (payload) => toValidation(await limited(() => schema.findIssues(cloneJson(payload), payload), options)),
  };
}

/**
 * The same for a validator that runs no code of the user's, as far as its schema shows: it answers at once and changes
 * nothing, so that it needs neither a copy nor a time limit.
 */
export function promptSchema(schema: LibrarySchema & { readonly issuesOf: (payload: Json) => readonly SchemaIssue[] }, options: SchemaOptions): PayloadSchema {
  const validateNow = (payload: Json): Validation => {
    try {
      return toValidation(schema.issuesOf(payload));
    } catch (error) {
      throw validatorThrew(error, options);
    }
  };
  return { kind: schema.kind, jsonSchema: schema.jsonSchema, validateNow, validate: async (payload) => validateNow(payload) };
}

const turnOver = Promise.resolve();

/** Microtasks that a validator without real waiting needs at most, with room for nested ones. */
const PROMPT_TURNS = 64;

async function limited<Value>(work: () => Value | Promise<Value>, options: SchemaOptions): Promise<Value> {
  try {
    const answer = work();
    if (!(answer instanceof Promise)) return answer;
    const state = { finished: false };
    const finish = (): void => { state.finished = true; };
    answer.then(finish, finish);
    // Most validators answer within the same turn; only for the others is it worth to start a timer.
    for (let turn = 0; turn < PROMPT_TURNS && !state.finished; turn++) await turnOver;
    if (state.finished) return await answer;
    const limit = await withTimeLimit(() => answer, options.timeLimit, options.clock);
    if (limit.kind === 'done') return limit.value;
    throw limit.kind === 'failed' ? limit.error : new Error(`it did not answer within ${options.timeLimit} ms`);
  } catch (error) {
    throw validatorThrew(error, options);
  }
}

function validatorThrew(error: unknown, { where }: SchemaOptions): MendqError {
  return new MendqError('MENDQ_E_SCHEMA_THREW', `${where}: the schema could not validate a payload: ${messageOf(error)}`, {
    hint: 'Let refinements and transforms report an issue instead of throwing, and keep them quick.',
    context: { where },
    cause: error,
  });
}
