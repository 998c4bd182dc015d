import type { $ZodIssue, $ZodType } from 'zod/v4/core';

import type { JsonObject } from '../core/json.ts';
import type { PayloadSchema } from '../core/payload-schema.ts';
import { guardedSchema, type SchemaOptions } from './guarded-schema.ts';
import { stableJsonSchema } from './stable-json-schema.ts';
import { zod4Issues } from './zod4-issues.ts';

/** A schema of Zod 4, also of its mini build. */
export function isZod4(input: unknown): input is $ZodType {
  return typeof input === 'object' && input !== null && '_zod' in input;
}

/** Reads a schema of Zod 4. */
export async function readZod4(schema: $ZodType, options: SchemaOptions): Promise<PayloadSchema> {
  const parse = await parserOf(schema);
  return guardedSchema(
    {
      kind: 'zod4',
      jsonSchema: await toJsonSchema(schema),
      // Standard Schema's `validate` tries synchronously first and drops the promise of an asynchronous refinement;
      // one that rejects would then end the process.
      findIssues: async (copy, payload) => {
        const result = await parse(copy);
        return result.success ? [] : zod4Issues(result.error.issues, payload);
      },
    },
    options,
  );
}

type Parse = (value: unknown) => Promise<{ readonly success: true } | { readonly success: false; readonly error: { readonly issues: readonly $ZodIssue[] } }>;

/** The schema's own method speaks the language and the release of the user's copy; bare core schemas have none. */
async function parserOf(schema: $ZodType & { readonly safeParseAsync?: Parse }): Promise<Parse> {
  const own = schema.safeParseAsync?.bind(schema);
  if (own !== undefined) return own;
  const { safeParseAsync } = await import('zod/v4/core');
  return (value) => safeParseAsync(schema, value);
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
