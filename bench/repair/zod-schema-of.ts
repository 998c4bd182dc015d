import { z } from 'zod';

import { EPOCH_BOUNDS } from './json-schema-of.ts';
import type { Member, MemberKind } from './member.ts';

type Plain = Exclude<MemberKind, 'object' | 'list' | 'choice'>;

/** The schemas of single values: as written, or each with the coercion that Zod offers for it. */
function valueSchema(kind: Plain, coerce: boolean): z.ZodType {
  const number = coerce ? z.coerce.number() : z.number();
  const text = coerce ? z.coerce.string() : z.string();
  const schemas: Readonly<Record<Plain, () => z.ZodType>> = {
    text: () => text.min(1),
    code: () => text.regex(/^[A-Z]{2,4}-\d{3,8}$/),
    id: () => text.regex(/^[A-Za-z0-9_-]{1,40}$/),
    uuid: () => z.guid(),
    email: () => z.email(),
    currency: () => z.enum(['EUR', 'USD', 'GBP', 'CHF']),
    money: () => number.min(0),
    count: () => number.int().min(0),
    measure: () => number,
    share: () => number.min(0).max(1).describe('Fraction 0..1'),
    flag: () => (coerce ? z.coerce.boolean() : z.boolean()),
    day: () => z.iso.date(),
    moment: () => z.iso.datetime({ offset: true }),
    epoch: () => number.int().min(EPOCH_BOUNDS.minimum).max(EPOCH_BOUNDS.maximum),
    words: () => z.array(text),
  };
  return schemas[kind]();
}

/** The member as a Zod schema; with `coerce`, as an application writes it that wants Zod to mend types. */
export function zodSchemaOf(member: Member, coerce: boolean): z.ZodType {
  const schema = bareSchemaOf(member, coerce);
  if (member.default !== undefined && !member.required) return schema.default(member.default);
  return member.required ? schema : schema.optional();
}

function bareSchemaOf({ kind, options = [], members = [], closed = false }: Member, coerce: boolean): z.ZodType {
  if (kind === 'choice') return z.enum(options);
  if (kind !== 'object' && kind !== 'list') return valueSchema(kind, coerce);
  const shape = Object.fromEntries(members.map((inner) => [inner.key, zodSchemaOf(inner, coerce)]));
  const object = closed ? z.strictObject(shape) : z.object(shape);
  return kind === 'list' ? z.array(object) : object;
}
