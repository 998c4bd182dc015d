import { z } from 'zod';

import type { JsonObject } from '../../src/core/json.ts';

const Address = z.object({
  name: z.string().min(1),
  street: z.string().min(1),
  city: z.string().min(1),
  postalCode: z.string().regex(/^[A-Z0-9 -]{3,10}$/),
  country: z.string().length(2),
});

/** The schema of an order as an application would write it. */
export const Order = z.object({
  orderId: z.string().min(1),
  placedAt: z.iso.datetime(),
  channel: z.enum(['web', 'app', 'store', 'phone']),
  priority: z.number().int().min(0).max(9),
  currency: z.enum(['EUR', 'USD', 'GBP']),
  total: z.number().min(0),
  customer: z.object({ customerId: z.string(), email: z.email(), phone: z.string().optional(), newsletter: z.boolean() }),
  shipTo: Address,
  billTo: Address,
  lines: z.array(z.object({ sku: z.string().regex(/^[A-Z]{3}-\d{4}$/), title: z.string(), quantity: z.number().int().min(1), unitPrice: z.number(), gift: z.boolean() })).min(1),
  tags: z.array(z.string()),
  note: z.string().max(500).optional(),
  metadata: z.object({ source: z.string().default('unknown'), requestId: z.string(), locale: z.string() }),
});

const CITIES = ['Lyon', 'Porto', 'Graz', 'Turku', 'Leuven'];

/** A valid order of about 1.5 kB; orders of different numbers differ in all that orders differ in. */
export function orderOf(number: number): JsonObject {
  const city = CITIES[number % CITIES.length] ?? '';
  const address = (name: string): JsonObject => ({ name, street: `Rue Nationale ${1 + (number % 99)}`, city, postalCode: String(10_000 + (number % 80_000)), country: 'FR' });
  return {
    orderId: `SO-${100_000 + number}`,
    placedAt: new Date(Date.UTC(2026, number % 12, 1 + (number % 28), number % 24)).toISOString(),
    channel: 'web',
    priority: number % 10,
    currency: 'EUR',
    total: 1000 + number + 0.9,
    customer: { customerId: `cus_${number}`, email: `nora.${number}@example.com`, phone: '+33 4 72 00 00 00', newsletter: number % 2 === 0 },
    shipTo: address('Nora Amsel'),
    billTo: address('Amsel Consulting SARL'),
    lines: [0, 1, 2, 3, 4, 5].map((line) => ({ sku: `ABC-${1000 + ((number + line) % 9000)}`, title: 'Filter coffee, whole beans, 250 g', quantity: 1 + ((number + line) % 5), unitPrice: 10.5 + line, gift: line === 2 })),
    tags: ['wholesale', 'recurring', `week-${number % 52}`],
    note: 'Please leave the parcel with the neighbours in the courtyard, second door on the left.',
    metadata: { source: 'shop', requestId: `req-${number}-7f3a9c1e`, locale: 'fr-FR' },
  };
}
