import type { DeadLetter } from './dead-letter.ts';
import type { Aliases, Effects, FulfilledAnswer, HookContext, LetterSource, ProtectNames, Synonyms } from './job-type.ts';
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

/** A class whose members carry decorators of class-validator. */
export type DtoClass<Instance extends object = object> = new (...parameters: never[]) => Instance;

/** How a DTO is validated: options of class-validator and of NestJS's ValidationPipe, with the same names and meanings. */
export interface DtoOptions {
  /** Members without a decorator count for nothing. */
  readonly whitelist?: boolean;
  /** Members without a decorator make a payload invalid. Needs `whitelist`. */
  readonly forbidNonWhitelisted?: boolean;
  /** Objects of classes without any decorator are invalid. @defaultValue that of class-validator, which is `true` */
  readonly forbidUnknownValues?: boolean;
  readonly groups?: string[];
  readonly always?: boolean;
  readonly strictGroups?: boolean;
  readonly skipMissingProperties?: boolean;
  readonly skipNullProperties?: boolean;
  readonly skipUndefinedProperties?: boolean;
  /** Accepted so that the options of a pipe can be given as they are. What is stored is the payload, never what it was transformed into. */
  readonly transform?: boolean;
  /** Options of class-transformer. */
  readonly transformOptions?: {
    /** Accepted and never used: a payload is judged by what it says, and `"false"` would be taken for `true`. */
    readonly enableImplicitConversion?: boolean;
    readonly groups?: string[];
    readonly version?: number;
    readonly strategy?: 'excludeAll' | 'exposeAll';
    readonly excludePrefixes?: string[];
    readonly excludeExtraneousValues?: boolean;
    readonly exposeDefaultValues?: boolean;
  };
  /** The module class-validator, where mendq does not find the one that the class uses. */
  readonly validatorPackage?: object;
  /** The module class-transformer, likewise. */
  readonly transformerPackage?: object;
}

/** A DTO class with the options of its validation. */
export interface DtoSchema<Instance extends object = object> {
  readonly dto: DtoClass<Instance>;
  readonly options: DtoOptions;
}

/** The part of Joi and Yup that mendq relies on, also in releases before they implemented Standard Schema. */
export interface DescribedSchemaLike {
  readonly describe: (...parameters: never[]) => object;
  readonly validate: (...parameters: never[]) => unknown;
}

/** What a user may give as a schema: Zod 3 or 4, Joi, Yup, any Standard Schema, a class with decorators of class-validator, or a JSON Schema object. */
export type SchemaInput = StandardSchemaLike | ZodLike | DescribedSchemaLike | DtoClass | DtoSchema | JsonObject;

/** The payload type that a schema describes; `any` JSON where the schema does not tell. */
export type PayloadOf<Schema> = Schema extends StandardSchemaLike<infer Input>
  ? Input
  : Schema extends ZodLike<infer Input>
    ? Input
    : Schema extends DtoClass<infer Instance> | DtoSchema<infer Instance>
      ? Instance
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
  readonly showToModel?: readonly PointerPattern[];
  /** Places of this type's payloads that no output, log, error or audit entry shows, with everything below them. */
  readonly redact?: readonly PointerPattern[];
  readonly fill?: Readonly<Record<Pointer, Json>>;
  readonly aliases?: Aliases;
  readonly synonyms?: Synonyms;
  readonly locales?: Readonly<Record<PointerPattern, string>>;
  readonly protectNames?: ProtectNames;
  readonly source?: (payload: Payload | undefined, context: { readonly letter: DeadLetter }) => LetterSource | undefined;
  readonly subject?: (payload: Payload, context: { readonly letter: DeadLetter }) => string | readonly string[] | undefined;
}

/** Job types by job name, each typed by its own schema; `'*'` stands for all names that are not listed. */
export type JobTypeMap<Schemas extends Record<string, unknown>> = {
  readonly [Name in keyof Schemas]: JobTypeOptions<Schemas[Name]>;
};

/** A job type whose payload type has been forgotten, as queue definitions carry it. */
export type AnyJobTypeOptions = JobTypeOptions<SchemaInput, never>;
