import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';

import type { Json } from '../core/json.ts';
import { pointerSegments, toPointer, valueAt } from '../core/json-pointer.ts';
import type { PayloadSchema, SchemaIssue } from '../core/payload-schema.ts';
import { guardedSchema, type SchemaOptions } from './guarded-schema.ts';
import { MOST_ISSUES, toIssue } from './issue.ts';
import { stableJsonSchema } from './stable-json-schema.ts';

/** A schema of any library that implements Standard Schema. ArkType's are functions. */
export function isStandardSchema(input: unknown): input is StandardSchemaV1 {
  if ((typeof input !== 'object' && typeof input !== 'function') || input === null || !('~standard' in input)) return false;
  const { version, validate } = Object(input['~standard']) as Partial<StandardSchemaV1.Props>;
  return version === 1 && typeof validate === 'function';
}

/** Reads a schema by Standard Schema, and its JSON Schema where the library offers it. */
export function readStandardSchema(schema: StandardSchemaV1, options: SchemaOptions): PayloadSchema {
  const standard = schema['~standard'];
  const { jsonSchema } = standard as Partial<StandardJSONSchemaV1.Props>;
  return guardedSchema(
    {
      kind: `standard:${standard.vendor}`,
      jsonSchema: jsonSchema && stableJsonSchema(() => jsonSchema.input({ target: 'draft-2020-12' })),
      findIssues: (copy, payload) => {
        const answer = standard.validate(copy);
        return isThenable(answer) ? Promise.resolve(answer).then((result) => standardIssues(result, payload)) : standardIssues(answer, payload);
      },
    },
    options,
  );
}

function isThenable<Value>(answer: Value | Promise<Value>): answer is Promise<Value> {
  return typeof (answer as Partial<Promise<Value>> | undefined)?.then === 'function';
}

/** A failure without an issue, or an answer that is neither a value nor issues, is no word that anything may rest on. */
function standardIssues(result: StandardSchemaV1.Result<unknown>, payload: Json): readonly SchemaIssue[] {
  const { issues } = result;
  if (issues === undefined ? !('value' in result) : issues.length === 0) throw new Error('it answered neither a value nor issues');
  return (issues ?? []).slice(0, MOST_ISSUES).map((issue) => standardIssue(issue, payload));
}

/** The standard knows a message and a path, no code: only a missing member can be told apart. */
function standardIssue({ message, path = [] }: StandardSchemaV1.Issue, payload: Json): SchemaIssue {
  const keys = path.map((segment) => (typeof segment === 'object' ? segment.key : segment));
  const pointer = toPointer(keys.map(String));
  const missing = pointer !== '' && valueAt(payload, pointer) === undefined;
  return toIssue(payload, { path: pointerSegments(pointer), code: missing ? 'missing' : 'custom', expected: '', message });
}
