import type { Defect, Place } from '../defect.ts';
import type { Random } from '../random.ts';

function restyled(key: string, random: Random): string {
  const words = key.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  if (words.length < 2) return key;
  return random.pick([words.join('_'), words.join('-'), words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')]);
}

function renamed({ holder, member }: Place, to: string): boolean {
  const value = holder[member.key];
  if (value === undefined || to === member.key || Object.hasOwn(holder, to)) return false;
  delete holder[member.key];
  holder[to] = value;
  return true;
}

function withExtra(name: string, repairable: boolean, extra: (random: Random) => readonly [key: string, value: string | number | boolean | object]): Defect {
  return {
    name,
    repairable,
    ...(repairable ? {} : { mustNotRun: true as const }),
    breakMember: ({ holder, around }, random) => {
      const [key, value] = extra(random);
      if (around.closed !== true || Object.hasOwn(holder, key)) return false;
      Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
      return true;
    },
  };
}

/** Ways in which keys break. */
export const KEY_DEFECTS: readonly Defect[] = [
  { name: 'other style of a key', repairable: true, breakMember: (place, random) => (place.member.required ? renamed(place, restyled(place.member.key, random)) : false) },
  { name: 'other word for a key', repairable: false, breakMember: (place, random) => (place.member.required ? renamed(place, random.pick(['value', 'data', 'field1', 'ref'])) : false) },
  {
    name: 'swapped members',
    repairable: false,
    breakMember: ({ holder, member, around }, random) => {
      const other = random.pick(around.members ?? []);
      const [left, right] = [holder[member.key], holder[other.key]];
      if (left === undefined || right === undefined || member.kind === other.kind) return false;
      holder[member.key] = right;
      holder[other.key] = left;
      return true;
    },
  },
  withExtra('technical key', true, (random) => random.pick<readonly [string, string | number | object]>([['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'], ['__typename', 'Order'], ['_trace', { spanId: 'x' }], ['__v', 3]])),
  withExtra('business key', false, (random) => random.pick<readonly [string, string | boolean | number]>([['dryRun', true], ['couponCode', 'SAVE10'], ['skipNotification', true], ['overrideAmount', 5], ['testMode', 'yes']])),
  withExtra('prototype key', false, (random) => random.pick<readonly [string, object]>([['__proto__', { admin: true }], ['constructor', { prototype: { admin: true } }]])),
  {
    name: 'query operator',
    repairable: false,
    mustNotRun: true,
    breakMember: ({ holder, member }, random) => {
      if (!Object.hasOwn(holder, member.key) || member.kind === 'object') return false;
      holder[member.key] = random.pick([{ $ne: null }, { $gt: '' }, { $where: 'sleep(1000)' }]);
      return true;
    },
  },
];
