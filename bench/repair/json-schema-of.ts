import type { JsonObject } from '../../src/core/json.ts';
import type { Member, MemberKind } from './member.ts';

/** Bounds of a moment in seconds: no number of milliseconds lies between them. */
export const EPOCH_BOUNDS = { minimum: 946_684_800, maximum: 4_102_444_800 } as const;

const PLAIN: Readonly<Record<Exclude<MemberKind, 'object' | 'list' | 'choice'>, JsonObject>> = {
  text: { type: 'string', minLength: 1 },
  code: { type: 'string', pattern: '^[A-Z]{2,4}-\\d{3,8}$' },
  id: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,40}$' },
  uuid: { type: 'string', format: 'uuid' },
  email: { type: 'string', format: 'email' },
  currency: { type: 'string', enum: ['EUR', 'USD', 'GBP', 'CHF'] },
  money: { type: 'number', minimum: 0 },
  count: { type: 'integer', minimum: 0 },
  measure: { type: 'number' },
  share: { type: 'number', minimum: 0, maximum: 1, description: 'Fraction 0..1' },
  flag: { type: 'boolean' },
  day: { type: 'string', format: 'date' },
  moment: { type: 'string', format: 'date-time' },
  epoch: { type: 'integer', ...EPOCH_BOUNDS },
  words: { type: 'array', items: { type: 'string' } },
};

/** The member as JSON Schema 2020-12, as strict as a careful application writes it. */
export function jsonSchemaOf(member: Member): JsonObject {
  const schema = bareSchemaOf(member);
  return member.default === undefined ? schema : { ...schema, default: member.default };
}

function bareSchemaOf({ kind, options = [], members = [], closed = false }: Member): JsonObject {
  if (kind === 'choice') return { type: 'string', enum: [...options] };
  if (kind === 'list') return { type: 'array', items: objectSchema(members, closed) };
  return kind === 'object' ? objectSchema(members, closed) : PLAIN[kind];
}

function objectSchema(members: readonly Member[], closed: boolean): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(members.map((member) => [member.key, jsonSchemaOf(member)])),
    required: members.filter(({ required }) => required).map(({ key }) => key),
    ...(closed ? { additionalProperties: false } : {}),
  };
}
