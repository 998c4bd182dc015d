import type { RefusedValue, StoreWish } from '../core/diagnosis.ts';
import { jsonTypeOf, type Json } from '../core/json.ts';
import { valueAt } from '../core/json-pointer.ts';
import type { PayloadSchema, SchemaIssue, Validation } from '../core/payload-schema.ts';
import { documented } from './documented.ts';
import { fragmentAt } from './schema-fragment.ts';
import { wantOf } from './want.ts';

/** A wish in the words of a schema: what it takes, and what it says of anything else. */
interface Wish {
  readonly takes: (value: Json | undefined) => boolean;
  readonly code: SchemaIssue['code'];
  readonly expected: string;
}

const WHOLE = /^-?\d{1,18}$/;
const PLAIN_NUMBER = /^-?\d{1,18}(?:\.\d{1,18})?$/;

const WISHES: Readonly<Record<Exclude<StoreWish, 'member'>, Wish>> = {
  integer: { code: 'type', expected: 'integer', takes: (value) => Number.isInteger(value) || isText(value, WHOLE) },
  number: { code: 'type', expected: 'number', takes: (value) => typeof value === 'number' || isText(value, PLAIN_NUMBER) },
  boolean: { code: 'type', expected: 'boolean', takes: (value) => typeof value === 'boolean' },
  string: { code: 'type', expected: 'string', takes: (value) => typeof value === 'string' },
  uuid: { code: 'format', expected: 'uuid', takes: (value) => isText(value, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i) },
  date: { code: 'format', expected: 'date', takes: (value) => isText(value, /^\d{4}-\d{2}-\d{2}$/) },
  value: { code: 'missing', expected: '', takes: (value) => value !== undefined && value !== null },
};

/**
 * The user's schema, narrowed by what a store wants at one place. It refuses everything that the user's validator refuses,
 * so that search and proofs go on as with any other schema. `undefined` where nobody documents what the store takes.
 */
export function narrowedBy(schema: PayloadSchema, payload: Json, { pointer, wants }: RefusedValue): PayloadSchema | undefined {
  const wish = wants === 'member' ? memberWish(schema, payload, pointer) : WISHES[wants];
  if (wish === undefined) return undefined;
  const narrow = (validation: Validation, candidate: Json): Validation => {
    const value = valueAt(candidate, pointer);
    if (wish.takes(value)) return validation;
    const known = validation.valid ? [] : validation.issues;
    if (known.some((issue) => issue.pointer === pointer)) return validation;
    const code = wish.code === 'missing' && value === null ? 'type' : wish.code;
    return { valid: false, issues: [...known, { pointer, code, expected: wish.expected, received: jsonTypeOf(value), message: 'the store refused it' }] };
  };
  const { validateNow } = schema;
  return {
    kind: schema.kind,
    jsonSchema: schema.jsonSchema,
    validate: async (candidate) => narrow(await schema.validate(candidate), candidate),
    ...(validateNow !== undefined && { validateNow: (candidate: Json) => narrow(validateNow(candidate), candidate) }),
  };
}

/**
 * The values of the store's enum are known where the schema documents them and does not list others itself. Where a store
 * only says that it would have to cut the value, and the schema admits numbers there, it is a number that it wants.
 */
function memberWish({ jsonSchema }: PayloadSchema, payload: Json, pointer: string): Wish | undefined {
  if (jsonSchema === undefined) return undefined;
  const { members, descriptions, types } = wantOf(fragmentAt(jsonSchema, payload, pointer), undefined);
  const values = [...new Set(descriptions.flatMap((description) => documented(description).members))];
  if (members.length > 0) return undefined;
  if (values.length < 2) return types?.has('integer') === true ? WISHES.integer : types?.has('number') === true ? WISHES.number : undefined;
  return { code: 'enum', expected: values.join('|'), takes: (value) => typeof value === 'string' && values.includes(value) };
}

function isText(value: Json | undefined, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}
