import type { Json, JsonObject } from '../../../src/core/json.ts';
import { valueAt } from '../../../src/core/json-pointer.ts';
import { applyEdits } from '../../../src/repair/edit.ts';
import type { OperationKind } from '../../../src/repair/operations/operation-kind.ts';
import { siteAt } from '../../../src/repair/site.ts';
import { jobTypeOf, type LetterSketch } from '../letters.ts';

/**
 * What an operation would make of `value` where the schema wants `fragment`: one entry for each of its proposals. The
 * value stands in an object as `place`, and the schema is the only judge of what is wrong with it.
 */
export function readings(kind: OperationKind, fragment: JsonObject, value: Json, sketch: LetterSketch = {}): Promise<readonly Json[]> {
  return readingsIn(kind, { type: 'object', properties: { place: fragment } }, { place: value }, '/place', sketch);
}

/** The same, at any place of any payload. Removed members read as `null`; rivals are marked as such. */
export async function readingsIn(kind: OperationKind, jsonSchema: JsonObject, payload: Json, pointer: string, sketch: LetterSketch = {}): Promise<readonly Json[]> {
  const jobType = await jobTypeOf({ ...sketch, schema: jsonSchema });
  if (jobType.schema === undefined) throw new Error('no schema');
  const { schema } = jobType;
  const validation = await schema.validate(payload);
  const issues = validation.valid ? [] : validation.issues;
  return issues
    .filter((issue) => issue.pointer === pointer && kind.guard.codes.includes(issue.code) && kind.guard.received.includes(issue.received))
    .flatMap((issue) => {
      const site = siteAt({ payload, issues, schema, jobType }, pointer, issue);
      return kind.propose(site).map(({ with: parameters, rival }) => {
        const edit = kind.act(site, parameters);
        const result = valueAt(applyEdits(payload, edit === undefined ? [] : [edit]), edit?.kind === 'rename' ? '' : pointer) ?? null;
        return rival === true ? { rival: result } : result;
      });
    });
}
