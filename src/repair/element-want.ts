import type { Json } from '../core/json.ts';
import { withValueAt } from '../core/json-pointer.ts';
import { fragmentAt } from './schema-fragment.ts';
import type { Site } from './site.ts';
import { wantOf, type Want } from './want.ts';

/** What the schema wants of each element of a list at the site, which it tells only where a list stands; `undefined` where there is no JSON Schema. */
export function elementWant({ subject: { schema, payload }, pointer }: Site): Want | undefined {
  const list: Json = [''];
  return schema.jsonSchema === undefined ? undefined : wantOf(fragmentAt(schema.jsonSchema, withValueAt(payload, pointer, list), `${pointer}/0`), undefined);
}
