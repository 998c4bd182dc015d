import type { DeadLetter } from './dead-letter.ts';
import type { Effects, FulfilledAnswer, HookContext, LetterSource } from './job-type.ts';
import type { Json, JsonObject } from './json.ts';
import type { Pointer, PointerPattern } from './json-pointer.ts';

/** The part of Standard Schema (version 1) that mendq relies on; Zod >= 3.24, Valibot and ArkType implement it. */
export interface StandardSchemaLike<Input = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => unknown;
    readonly types?: { readonly input: Input } | undefined;
  };
}

/** The part of older Zod 3 releases (before 3.24) that mendq relies on. */
export interface ZodLike<Input = unknown> {
  readonly _input: Input;
  readonly safeParseAsync: (value: unknown) => Promise<unknown>;
}

/** What a user may give as a schema: Zod 3 or 4, any Standard Schema, or a JSON Schema object. */
export type SchemaInput = StandardSchemaLike | ZodLike | JsonObject;

/** The payload type that a schema describes; `any` JSON where the schema does not tell. */
export type PayloadOf<Schema> = Schema extends StandardSchemaLike<infer Input>
  ? Input
  : Schema extends ZodLike<infer Input>
    ? Input
    : JsonObject;

/** A job type as the user writes it. Every field is optional; see `JobType` for what each one means. */
export interface JobTypeOptions<Schema = SchemaInput, Payload = PayloadOf<Schema>> {
  readonly schema?: Schema;
  readonly idempotencyKey?: (payload: Payload, context: HookContext) => string | undefined;
  readonly fulfilled?: (payload: Payload, context: HookContext) => FulfilledAnswer | Promise<FulfilledAnswer>;
  readonly fulfilledMany?: (
    payloads: readonly Payload[],
    context: { readonly signal: AbortSignal },
  ) => readonly FulfilledAnswer[] | Promise<readonly FulfilledAnswer[]>;
  /** @defaultValue `'external'`: a time-out after the work may have begun then goes to a person */
  readonly effects?: Effects;
  readonly protect?: readonly PointerPattern[];
  readonly freeText?: readonly PointerPattern[];
  readonly tidy?: readonly PointerPattern[];
  /** Places of this type's payloads that no output, log, error or audit entry shows, with everything below them. */
  readonly redact?: readonly PointerPattern[];
  readonly fill?: Readonly<Record<Pointer, Json>>;
  readonly source?: (payload: Payload | undefined, context: { readonly letter: DeadLetter }) => LetterSource | undefined;
  readonly subject?: (payload: Payload, context: { readonly letter: DeadLetter }) => string | readonly string[] | undefined;
}

/** Job types by job name, each typed by its own schema; `'*'` stands for all names that are not listed. */
export type JobTypeMap<Schemas extends Record<string, unknown>> = {
  readonly [Name in keyof Schemas]: JobTypeOptions<Schemas[Name]>;
};

/** A job type whose payload type has been forgotten, as queue definitions carry it. */
export type AnyJobTypeOptions = JobTypeOptions<SchemaInput, never>;
