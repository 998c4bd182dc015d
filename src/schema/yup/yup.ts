import type { PayloadSchema } from '../../core/payload-schema.ts';
import { guardedSchema, type SchemaOptions } from '../guarded-schema.ts';
import { stableJsonSchema } from '../stable-json-schema.ts';
import { yupIssues, type YupError } from './yup-issues.ts';
import { yupJsonSchema, type YupDescription } from './yup-json-schema.ts';

/** The part of a schema of Yup that mendq calls; the package itself is the user's. */
export interface YupSchema {
  readonly __isYupSchema__: true;
  readonly describe: () => YupDescription;
  readonly validate: (value: unknown, options: object) => Promise<unknown>;
}

/** A schema of Yup. */
export function isYup(input: unknown): input is YupSchema {
  const { __isYupSchema__: isMarked, describe, validate } = Object(input) as Partial<YupSchema>;
  return isMarked === true && typeof describe === 'function' && typeof validate === 'function';
}

/** Reads a schema of Yup. It casts unless the user made it strict: what Yup accepts by casting is valid. */
export function readYup(schema: YupSchema, options: SchemaOptions): PayloadSchema {
  return guardedSchema(
    {
      kind: 'yup',
      jsonSchema: stableJsonSchema(() => yupJsonSchema(schema.describe())),
      findIssues: async (copy, payload) => yupIssues(await errorsOf(schema, copy), payload),
    },
    options,
  );
}

async function errorsOf(schema: YupSchema, value: unknown): Promise<readonly YupError[]> {
  try {
    await schema.validate(value, { abortEarly: false });
    return [];
  } catch (error) {
    const { name, inner } = Object(error) as { readonly name?: unknown; readonly inner?: unknown };
    // Anything else that is thrown, by a test of the user's, says nothing of the payload.
    if (name !== 'ValidationError' || !Array.isArray(inner)) throw error;
    return inner.length > 0 ? (inner as readonly YupError[]) : [error as YupError];
  }
}
