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
  return new LazySite(subject, pointer, issue);
}

/** A class, because many sites are made and few are asked everything. */
class LazySite implements Site {
  readonly subject: Subject;
  readonly pointer: Pointer;
  readonly key: string;
  readonly value: Json | undefined;
  readonly parent: Json | undefined;
  readonly parentPointer: Pointer;
  readonly issue: SchemaIssue | undefined;
  #want: Want | undefined;
  #parentFragment: Fragment | undefined;

  constructor(subject: Subject, pointer: Pointer, issue: SchemaIssue | undefined) {
    const { payload } = subject;
    this.subject = subject;
    this.pointer = pointer;
    this.issue = issue;
    this.parentPointer = pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
    this.key = pointerSegments(pointer.slice(this.parentPointer.length))[0] ?? '';
    this.parent = pointer === '' ? undefined : valueAt(payload, this.parentPointer);
    this.value = pointer === '' ? payload : childOf(this.parent, this.key);
  }

  get want(): Want {
    return (this.#want ??= wantOf(fragmentOf(this.subject, this.pointer), this.issue));
  }

  get parentFragment(): Fragment {
    return (this.#parentFragment ??= this.pointer === '' ? [] : fragmentOf(this.subject, this.parentPointer));
  }

  get freeText(): boolean {
    return this.subject.jobType.freeText.some((pattern) => coversPointer(pattern, this.pointer));
  }
}

function fragmentOf({ schema: { jsonSchema }, payload }: Subject, place: Pointer): Fragment {
  return jsonSchema === undefined ? [] : fragmentAt(jsonSchema, payload, place);
}
