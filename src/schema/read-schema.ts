import { MendqError } from '../core/errors.ts';
import type { SchemaInput } from '../core/job-type-options.ts';
import type { JsonObject } from '../core/json.ts';
import type { PayloadSchema } from '../core/payload-schema.ts';
import { isDto, readDto } from './class-validator/class-validator.ts';
import type { SchemaOptions } from './guarded-schema.ts';
import { isJoi, readJoi } from './joi/joi.ts';
import { readJsonSchema } from './json-schema.ts';
import { isStandardSchema, readStandardSchema } from './standard-schema.ts';
import { isValibot, readValibot } from './valibot/valibot.ts';
import { isYup, readYup } from './yup/yup.ts';
import { isZod3, readZod3 } from './zod3.ts';
import { isZod4, readZod4 } from './zod4.ts';

/**
 * Reads the user's schema, whatever library wrote it: Zod 4 and 3, Joi, Yup, any Standard Schema, a class with decorators of
 * class-validator, or JSON Schema (2020-12 unless its `$schema` says otherwise). Packages are loaded when they are needed.
 *
 * Rejects with `MENDQ_E_CONFIG` for a JSON Schema that can't be compiled, with `MENDQ_E_SCHEMA_UNSUPPORTED` for
 * anything else that is no schema; both name `options.where`.
 */
export async function readSchema(input: SchemaInput, options: SchemaOptions): Promise<PayloadSchema> {
  if (isZod4(input)) return readZod4(input, options);
  if (isZod3(input)) return readZod3(input, options);
  // What Zod makes of a schema as JSON Schema is also a Standard Schema; its issues tell less than Ajv's.
  if (isPlainObject(input) && typeof input['$schema'] === 'string') return readJsonSchema(input, options);
  // Some releases of these implement the standard as well, and tell more in their own words.
  if (isJoi(input)) return readJoi(input, options);
  if (isYup(input)) return readYup(input, options);
  if (isStandardSchema(input)) return isValibot(input) ? readValibot(input, options) : readStandardSchema(input, options);
  if (isDto(input)) return readDto(input, options);
  if (isPlainObject(input)) return readJsonSchema(input, options);
  throw new MendqError('MENDQ_E_SCHEMA_UNSUPPORTED', `${options.where}, schema: this is no schema that mendq can read`, {
    hint: 'Give a schema of Zod 3 or 4, Joi, Yup or a library that implements Standard Schema, a class with decorators of class-validator, or a JSON Schema object.',
    context: { where: options.where },
  });
}

function isPlainObject(input: unknown): input is JsonObject {
  if (typeof input !== 'object' || input === null) return false;
  const prototype: unknown = Object.getPrototypeOf(input);
  return prototype === Object.prototype || prototype === null;
}
