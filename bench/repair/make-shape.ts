import type { Member, MemberKind, Shape } from './member.ts';
import type { Random } from './random.ts';

type Sketch = readonly [key: string, kind: MemberKind];

/** Members of business messages, with the names that people give them. */
const SKETCHES: readonly Sketch[] = [
  ['orderId', 'id'], ['customerId', 'id'], ['invoiceId', 'uuid'], ['tenantId', 'uuid'], ['externalReference', 'code'], ['sku', 'code'],
  ['recipientEmail', 'email'], ['contactEmail', 'email'], ['currency', 'currency'], ['totalAmount', 'money'], ['unitPrice', 'money'], ['shippingFee', 'money'],
  ['quantity', 'count'], ['priority', 'count'], ['retryLimit', 'count'], ['pageCount', 'count'], ['weightKg', 'measure'], ['temperature', 'measure'], ['distanceKm', 'measure'],
  ['completionRatio', 'share'], ['isGift', 'flag'], ['notifyCustomer', 'flag'], ['archived', 'flag'], ['channel', 'choice'], ['orderStatus', 'choice'], ['region', 'choice'],
  ['dueDate', 'day'], ['birthDate', 'day'], ['createdAt', 'moment'], ['shippedAt', 'moment'], ['expiresAtSeconds', 'epoch'], ['customerName', 'text'], ['city', 'text'], ['note', 'text'],
  ['tags', 'words'], ['locales', 'words'],
];
const OBJECTS = ['shipTo', 'billing', 'requestMetadata', 'deliveryOptions'] as const;
const LISTS = ['lineItems', 'attachments', 'shipments'] as const;

const CHOICES: readonly Readonly<Record<string, string>>[] = [
  { web: 'website', app: 'mobile', store: 'shop', phone: 'telephone' },
  { draft: 'new', paid: 'settled', cancelled: 'aborted', refunded: 'returned' },
  { LOW: 'minor', NORMAL: 'usual', HIGH: 'urgent' },
  { 'Zürich': 'ZRH', 'Genève': 'GVA', 'Málaga': 'AGP' },
  { in_transit: 'underway', out_for_delivery: 'arriving', handed_over: 'done' },
];
const PROTECTED: ReadonlySet<MemberKind> = new Set(['id', 'uuid', 'email', 'currency', 'money']);

/**
 * Draws a job type: eight to fourteen plain members, now and then with an object and a list of objects. A member with a
 * default may be required only where `requiresDefaults` is set, as JSON Schema can say and Zod can not.
 */
export function makeShape(random: Random, requiresDefaults: boolean): Shape {
  const draw = (count: number): readonly Member[] => drawMembers(random, count).map((drawn) => (drawn.default === undefined || requiresDefaults ? drawn : { ...drawn, required: false }));
  const members = [...draw(random.whole(8, 14))];
  if (random.chance(0.6)) members.push(holder(random.pick(OBJECTS), 'object', random, draw));
  if (random.chance(0.5)) members.push(holder(random.pick(LISTS), 'list', random, draw));
  const root = { key: '', kind: 'object', required: true, protected: false, members, closed: random.chance(0.6) } as const;
  return { root, listsProtected: random.chance(0.5) };
}

function holder(key: string, kind: 'object' | 'list', random: Random, draw: (count: number) => readonly Member[]): Member {
  return { key, kind, required: random.chance(0.8), protected: false, members: draw(random.whole(3, 5)), closed: random.chance(0.5) };
}

function drawMembers(random: Random, count: number): readonly Member[] {
  const left = [...SKETCHES];
  return Array.from({ length: count }, () => {
    const [sketch] = left.splice(random.whole(0, left.length - 1), 1);
    return member(sketch ?? ['note', 'text'], random);
  });
}

function member([key, kind]: Sketch, random: Random): Member {
  const synonyms = kind === 'choice' ? random.pick(CHOICES) : undefined;
  const plain = { key, kind, required: random.chance(0.75), protected: PROTECTED.has(kind), ...(synonyms && { options: Object.keys(synonyms), synonyms }) };
  if (!random.chance(0.25)) return plain;
  if (synonyms !== undefined) return { ...plain, default: random.pick(Object.keys(synonyms)) };
  if (kind === 'flag') return { ...plain, default: random.chance(0.5) };
  return kind === 'count' ? { ...plain, default: random.whole(1, 9) } : plain;
}
