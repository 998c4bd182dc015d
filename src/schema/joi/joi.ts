import type { Json } from '../../core/json.ts';
import type { PayloadSchema } from '../../core/payload-schema.ts';
import { guardedSchema, type SchemaOptions } from '../guarded-schema.ts';
import { stableJsonSchema } from '../stable-json-schema.ts';
import { joiIssues, type JoiDetail } from './joi-issues.ts';
import { joiJsonSchema, type JoiDescription } from './joi-json-schema.ts';

/** The part of a schema of Joi that mendq calls; the package itself is the user's. */
export interface JoiSchema {
  readonly $_root: unknown;
  readonly describe: () => JoiDescription;
  readonly validateAsync: (value: unknown, options: object) => Promise<unknown>;
}

/** A schema of Joi 17 or 18. */
export function isJoi(input: unknown): input is JoiSchema {
  const { $_root: root, describe, validateAsync } = Object(input) as Partial<JoiSchema>;
  return root !== undefined && typeof describe === 'function' && typeof validateAsync === 'function';
}

/** Reads a schema of Joi. It converts as the user has set it: what Joi accepts by converting is valid. */
export function readJoi(schema: JoiSchema, options: SchemaOptions): PayloadSchema {
  return guardedSchema(
    {
      kind: 'joi',
      jsonSchema: stableJsonSchema(() => joiJsonSchema(schema.describe())),
      findIssues: async (copy, payload: Json) => {
        const details = await detailsOf(schema, copy);
        return joiIssues(details, payload);
      },
    },
    options,
  );
}

async function detailsOf(schema: JoiSchema, value: unknown): Promise<readonly JoiDetail[]> {
  try {
    await schema.validateAsync(value, { abortEarly: false });
    return [];
  } catch (error) {
    const { details } = Object(error) as { readonly details?: unknown };
    // Anything else that is thrown, by a rule of the user's, says nothing of the payload.
    if (!Array.isArray(details) || details.length === 0) throw error;
    return details as readonly JoiDetail[];
  }
}
