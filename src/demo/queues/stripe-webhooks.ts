import { Ajv2020 } from 'ajv/dist/2020.js';
import { inArray } from 'drizzle-orm';
import type { JsonObject } from '../../index.ts';
import { bullmq } from '../../queues/bullmq/index.ts';
import type { Shop } from '../shop/shop.ts';
import { charges, orders } from '../shop/tables.ts';
import type { DemoQueue } from './demo-queue.ts';
import { stripeLetters } from './stripe-letters.ts';

interface StripeEvent {
  readonly orderId: string;
  readonly amount: number;
  readonly currency: string;
}

const STRIPE_EVENT = {
  type: 'object',
  required: ['eventId', 'orderId', 'amount', 'currency', 'receiptLanguage', 'channel'],
  properties: {
    eventId: { type: 'string', pattern: '^evt_' },
    orderId: { type: 'string', pattern: '^ord_' },
    amount: { type: 'integer', minimum: 1 },
    currency: { type: 'string', enum: ['eur', 'usd'] },
    receiptLanguage: { type: 'string', default: 'en' },
    channel: { type: 'string', minLength: 1 },
    metadata: { type: 'object' },
  },
} satisfies JsonObject;

const ajv = new Ajv2020({ allErrors: true });
const isStripeEvent = ajv.compile<StripeEvent>(STRIPE_EVENT);

/** Charges orders when the payment provider says that they are paid. */
export function stripeWebhooks(shop: Shop): DemoQueue {
  return {
    name: 'stripe-webhook',
    job: 'payment-succeeded',
    process: (data) => chargeOrder(data, shop),
    healedBy: (store) =>
      bullmq('stripe-webhook', {
        ...store,
        jobs: {
          'payment-succeeded': {
            schema: STRIPE_EVENT,
            idempotencyKey: orderOf,
            fulfilledMany: (events) => areCharged(events.map(orderOf), shop),
            effects: 'external',
            protect: ['/orderId', '/amount', '/currency'],
            fill: { '/channel': 'unknown' },
          },
        },
      }),
    ...stripeLetters(),
  };
}

async function chargeOrder(data: unknown, { db }: Shop): Promise<void> {
  if (!isStripeEvent(data)) throw new Error(`event refused: ${ajv.errorsText(isStripeEvent.errors)}`);
  const { orderId, amount, currency } = data;
  await db.transaction(async (transaction) => {
    await transaction.insert(charges).values({ orderId, amount, currency });
    await transaction.insert(orders).values({ orderId, status: 'COMPLETED' }).onConflictDoUpdate({ target: orders.orderId, set: { status: 'COMPLETED' } });
  });
}

function orderOf(event: JsonObject): string {
  return typeof event['orderId'] === 'string' ? event['orderId'] : '';
}

/** Which orders are completed, asked for all of them at once. */
async function areCharged(ids: readonly string[], { db }: Shop): Promise<readonly boolean[]> {
  const rows = await db.select().from(orders).where(inArray(orders.orderId, [...ids]));
  const completed = new Set(rows.filter(({ status }) => status === 'COMPLETED').map(({ orderId }) => orderId));
  return ids.map((id) => completed.has(id));
}
