import type { Json } from '../core/json.ts';
import { childOf, coversPointer, pointerSegments, valueAt, type Pointer } from '../core/json-pointer.ts';
import type { SchemaIssue } from '../core/payload-schema.ts';
import { fragmentAt, type Fragment } from './schema-fragment.ts';
import type { Subject } from './subject.ts';
import { wantOf, type Want } from './want.ts';

/** One place in a payload, with everything that an operation may ask about it. */
export interface Site {
  readonly subject: Subject;
  readonly pointer: Pointer;
  /** The last segment of the pointer; `''` for the whole payload. */
  readonly key: string;
  readonly value: Json | undefined;
  readonly parent: Json | undefined;
  readonly parentPointer: Pointer;
  /** What the schema complains of here; `undefined` for operations that act without a complaint. */
  readonly issue: SchemaIssue | undefined;
  readonly want: Want;
  /** What the schema says of the object that holds this member. Empty where it says nothing. */
  readonly parentFragment: Fragment;
  /** True where the user declared the place as free text. */
  readonly freeText: boolean;
}

/** Looks at one place. What the schema says is read when it is first asked for. */
export function siteAt(subject: Subject, pointer: Pointer, issue?: SchemaIssue): Site {
  const key = pointerSegments(pointer).at(-1) ?? '';
  const parentPointer = pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
  const { payload, schema, jobType } = subject;
  const parent = pointer === '' ? undefined : valueAt(payload, parentPointer);
  const fragmentOf = (place: Pointer): Fragment => (schema.jsonSchema === undefined ? [] : fragmentAt(schema.jsonSchema, payload, place));
  let want: Want | undefined;
  let parentFragment: Fragment | undefined;
  return {
    subject, pointer, key, issue, parentPointer,
    value: pointer === '' ? payload : childOf(parent, key),
    parent,
    get want() { return (want ??= wantOf(fragmentOf(pointer), issue)); },
    get parentFragment() { return (parentFragment ??= pointer === '' ? [] : fragmentOf(parentPointer)); },
    freeText: jobType.freeText.some((pattern) => coversPointer(pattern, pointer)),
  };
}
