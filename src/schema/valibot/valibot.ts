import type { StandardSchemaV1 } from '@standard-schema/spec';

import type { Json } from '../../core/json.ts';
import type { PayloadSchema } from '../../core/payload-schema.ts';
import { guardedSchema, type SchemaOptions } from '../guarded-schema.ts';
import { stableJsonSchema } from '../stable-json-schema.ts';
import { valibotIssues, type ValibotIssue } from './valibot-issues.ts';
import { valibotJsonSchema, type ValibotPart } from './valibot-json-schema.ts';

/** A schema of Valibot, which is made of plain objects. */
export type ValibotSchema = StandardSchemaV1 & ValibotPart;

/** A schema of Valibot 1. */
export function isValibot(input: StandardSchemaV1): input is ValibotSchema {
  const { kind, type } = input as Partial<ValibotPart>;
  return input['~standard'].vendor === 'valibot' && kind === 'schema' && typeof type === 'string';
}

/** Reads a schema of Valibot: its Standard Schema answers with issues of its own, which tell more than the standard asks. */
export function readValibot(schema: ValibotSchema, options: SchemaOptions): PayloadSchema {
  return guardedSchema(
    {
      kind: 'standard:valibot',
      jsonSchema: stableJsonSchema(() => valibotJsonSchema(schema)),
      findIssues: (copy, payload) => {
        const answer = schema['~standard'].validate(copy);
        return answer instanceof Promise ? answer.then((result) => issuesIn(result, payload)) : issuesIn(answer, payload);
      },
    },
    options,
  );
}

function issuesIn(result: StandardSchemaV1.Result<unknown>, payload: Json): ReturnType<typeof valibotIssues> {
  if (result.issues === undefined && !('value' in result)) throw new Error('it answered neither a value nor issues');
  return valibotIssues((result.issues ?? []) as readonly ValibotIssue[], payload);
}
