import type { Json, JsonObject } from '../../src/core/json.ts';
import type { Member, MemberKind } from './member.ts';
import type { Random } from './random.ts';

const NAMES = ['Nora Amsel', 'Jean Dupont', 'Ines Castro', 'Mads Holm', 'Aylin Kaya'] as const;
const PLACES = ['Lyon', 'Porto', 'Graz', 'Turku', 'Leuven', 'São Paulo'] as const;
const WORDS = ['wholesale', 'express', 'fragile', 'de-DE', 'fr-FR', 'returns', 'vip'] as const;
const NOTES = ['Please ring twice.', 'Left at the neighbours, second door', 'call 10:30, ask for Ines', 'n/a', '12 boxes, 3 pallets'] as const;

/** A valid document of the member's schema; optional members are there in two of three documents. */
export function makeDocument({ members = [] }: Member, random: Random): JsonObject {
  const present = members.filter(({ required }) => required || random.chance(0.66));
  return Object.fromEntries(present.map((member) => [member.key, makeValue(member, random)]));
}

type Maker = (member: Member, random: Random) => Json;

const MAKERS: Readonly<Record<MemberKind, Maker>> = {
  text: ({ key }, random) => textFor(key, random),
  code: (_, random) => `${random.pick(['AB', 'XYZ', 'SKU'])}-${random.whole(100, 99_999_999)}`,
  id: (_, random) => random.pick([`SO-${random.whole(1, 99_999)}`, `cus_${random.whole(1000, 999_999)}`, String(random.whole(10_000, 99_999_999)), `9007199254${random.whole(10_000_000, 99_999_999)}`]),
  uuid: (_, random) => uuid(random),
  email: (_, random) => `${random.pick(['nora', 'jean.dupont', 'ines'])}${random.whole(1, 999)}@example.com`,
  currency: (_, random) => random.pick(['EUR', 'USD', 'GBP', 'CHF']),
  money: (_, random) => random.whole(0, random.pick([9_999, 999_999, 999_999_999])) / 100,
  count: (_, random) => random.whole(0, random.pick([9, 99, 5_000, 3_000_000])),
  measure: (_, random) => random.pick([random.whole(-400, 4_000) / 10, random.whole(0, 99_999) / 100, random.whole(1, 9_999_999) / 1000]),
  share: (_, random) => random.whole(0, 100) / 100,
  flag: (_, random) => random.chance(0.5),
  choice: ({ options = [] }, random) => random.pick(options),
  day: (_, random) => dayText(random),
  moment: (_, random) => momentText(random),
  epoch: (_, random) => random.whole(1_500_000_000, 1_900_000_000),
  words: (_, random) => Array.from({ length: random.whole(1, 3) }, () => random.pick(WORDS)),
  object: (member, random) => makeDocument(member, random),
  list: (member, random) => Array.from({ length: random.whole(1, 3) }, () => makeDocument(member, random)),
};

function makeValue(member: Member, random: Random): Json {
  return member.default !== undefined && random.chance(0.5) ? member.default : MAKERS[member.kind](member, random);
}

function textFor(key: string, random: Random): string {
  if (key === 'customerName') return random.pick(NAMES);
  return key === 'city' ? random.pick(PLACES) : random.pick(NOTES);
}

function uuid(random: Random): string {
  const hex = (length: number): string => Array.from({ length }, () => random.whole(0, 15).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`;
}

function dayText(random: Random): string {
  return `${random.whole(2001, 2029)}-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}`;
}

function momentText(random: Random): string {
  return `${dayText(random)}T${two(random.whole(0, 23))}:${two(random.whole(0, 59))}:${two(random.whole(0, 59))}Z`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
