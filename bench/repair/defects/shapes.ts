import { isJsonObject } from '../../../src/core/json.ts';
import { valueDefect, type Defect } from '../defect.ts';

/** Ways in which the shape around values breaks. */
export const SHAPE_DEFECTS: readonly Defect[] = [
  valueDefect('list around a value', true, (value) => (Array.isArray(value) ? undefined : [value])),
  valueDefect('value for a list', true, (value) => (Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : undefined)),
  valueDefect('two values for one', false, (value, _, random) => (typeof value === 'string' ? [value, random.pick(['other', 'A-1', '2026-01-01'])] : undefined)),
  valueDefect('JSON in a text', true, (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : undefined)),
  valueDefect('null for the default', true, (value, { member }) => (member.default !== undefined && value === member.default ? null : undefined)),
  {
    name: 'null where nothing was',
    repairable: true,
    breakMember: ({ holder, member }) => {
      if (member.required || member.default !== undefined || Object.hasOwn(holder, member.key)) return false;
      holder[member.key] = null;
      return true;
    },
  },
  {
    name: 'missing with a default',
    repairable: true,
    breakMember: ({ holder, member }) => {
      if (!member.required || member.default === undefined || holder[member.key] !== member.default) return false;
      return delete holder[member.key];
    },
  },
  valueDefect('null for a required member', false, (_, { member }) => (member.required && member.default === undefined ? null : undefined)),
  {
    name: 'missing without a default',
    repairable: false,
    breakMember: ({ holder, member }) => (member.required && member.default === undefined && Object.hasOwn(holder, member.key) ? delete holder[member.key] : false),
  },
  {
    name: 'wrong level',
    repairable: false,
    breakMember: ({ holder, member }) => {
      const inner = holder[member.key];
      if (member.kind !== 'object' || !member.required || !isJsonObject(inner)) return false;
      delete holder[member.key];
      for (const [key, value] of Object.entries(inner)) if (!Object.hasOwn(holder, key)) holder[key] = value;
      return true;
    },
  },
];
