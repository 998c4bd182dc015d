import type { Json, JsonObject } from '../core/json.ts';
import type { PayloadSchema, SchemaIssue } from '../core/payload-schema.ts';
import { guardedSchema, promptSchema, type SchemaOptions } from './guarded-schema.ts';
import { stableJsonSchema } from './stable-json-schema.ts';
import { zod3Issues, type Zod3Issue } from './zod3-issues.ts';
import { isPlainZod3 } from './zod3-plain.ts';

/** The part of a Zod 3 schema that mendq calls; the package itself is the user's. */
export interface Zod3Schema {
  readonly _def: { readonly typeName: string };
  readonly safeParse: (value: unknown) => Zod3Result;
  readonly safeParseAsync: (value: unknown) => Promise<Zod3Result>;
}

type Zod3Result = { readonly success: true } | { readonly success: false; readonly error: { readonly issues: readonly Zod3Issue[] } };

/** A schema of Zod 3, of any release. */
export function isZod3(input: unknown): input is Zod3Schema {
  const { _def: definition, safeParseAsync } = Object(input) as Partial<Zod3Schema>;
  return typeof safeParseAsync === 'function' && typeof definition?.typeName === 'string' && !('_zod' in Object(input));
}

/** Reads a schema of Zod 3. */
export async function readZod3(schema: Zod3Schema, options: SchemaOptions): Promise<PayloadSchema> {
  const shared = { kind: 'zod3', jsonSchema: await toJsonSchema(schema) };
  const issuesIn = (result: Zod3Result, payload: Json): readonly SchemaIssue[] => (result.success ? [] : zod3Issues(result.error.issues, payload));
  if (isPlainZod3(schema)) return promptSchema({ ...shared, issuesOf: (payload) => issuesIn(schema.safeParse(payload), payload) }, options);
  return guardedSchema({ ...shared, findIssues: async (copy, payload) => issuesIn(await schema.safeParseAsync(copy), payload) }, options);
}

async function toJsonSchema(schema: Zod3Schema): Promise<JsonObject | undefined> {
  const { zodToJsonSchema } = await import('zod-to-json-schema');
  return stableJsonSchema(() =>
    zodToJsonSchema(schema as unknown as Parameters<typeof zodToJsonSchema>[0], {
      target: 'jsonSchema2019-09',
      effectStrategy: 'input',
      pipeStrategy: 'input',
      // Objects that drop unknown keys accept them; only strict ones forbid them.
      removeAdditionalStrategy: 'strict',
      rejectedAdditionalProperties: false,
    }),
  );
}
