import type { $ZodIssue, $ZodType } from 'zod/v4/core';

import type { Json, JsonObject } from '../core/json.ts';
import type { PayloadSchema, SchemaIssue } from '../core/payload-schema.ts';
import { guardedSchema, promptSchema, type SchemaOptions } from './guarded-schema.ts';
import { stableJsonSchema } from './stable-json-schema.ts';
import { zod4Issues } from './zod4-issues.ts';
import { isPlainZod4 } from './zod4-plain.ts';

/** A schema of Zod 4, also of its mini build. */
export function isZod4(input: unknown): input is $ZodType {
  return typeof input === 'object' && input !== null && '_zod' in input;
}

/** Reads a schema of Zod 4. */
export async function readZod4(schema: $ZodType & Partial<Methods>, options: SchemaOptions): Promise<PayloadSchema> {
  const { safeParse, safeParseAsync } = await methodsOf(schema);
  const shared = { kind: 'zod4', jsonSchema: await toJsonSchema(schema) };
  const issuesIn = (result: Result, payload: Json): readonly SchemaIssue[] => (result.success ? [] : zod4Issues(result.error.issues, payload));
  if (isPlainZod4(schema)) return promptSchema({ ...shared, issuesOf: (payload) => issuesIn(safeParse(payload), payload) }, options);
  // Parsing synchronously first, as Standard Schema's `validate` does, drops the promise of an asynchronous refinement;
  // one that rejects would then end the process.
  return guardedSchema({ ...shared, findIssues: async (copy, payload) => issuesIn(await safeParseAsync(copy), payload) }, options);
}

type Result = { readonly success: true } | { readonly success: false; readonly error: { readonly issues: readonly $ZodIssue[] } };

interface Methods {
  readonly safeParse: (value: unknown) => Result;
  readonly safeParseAsync: (value: unknown) => Promise<Result>;
}

/** The schema's own methods speak the language and the release of the user's copy; bare core schemas have none. */
async function methodsOf(schema: $ZodType & Partial<Methods>): Promise<Methods> {
  const { safeParse, safeParseAsync } = schema;
  if (safeParse !== undefined && safeParseAsync !== undefined) return { safeParse: safeParse.bind(schema), safeParseAsync: safeParseAsync.bind(schema) };
  const core = await import('zod/v4/core');
  return { safeParse: (value) => core.safeParse(schema, value), safeParseAsync: (value) => core.safeParseAsync(schema, value) };
}

/** What Standard JSON Schema adds to `~standard`; older releases of Zod 4 lack it. */
interface StandardJsonSchema {
  readonly jsonSchema?: { readonly input: (options: object) => unknown };
}

async function toJsonSchema(schema: $ZodType): Promise<JsonObject | undefined> {
  const { jsonSchema } = schema['~standard'] as StandardJsonSchema;
  const { toJSONSchema } = await import('zod/v4/core');
  const own = jsonSchema && stableJsonSchema(() => jsonSchema.input({ target: 'draft-2020-12', libraryOptions: { unrepresentable: 'any' } }));
  return own ?? stableJsonSchema(() => toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}
