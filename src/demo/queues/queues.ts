import type { Shop } from '../shop/shop.ts';
import { comments } from './comments.ts';
import { contacts } from './contacts.ts';
import { customers } from './customers.ts';
import type { DemoQueue } from './demo-queue.ts';
import { documents } from './documents.ts';
import { exports } from './exports.ts';
import { invoices } from './invoices.ts';
import { stripeWebhooks } from './stripe-webhooks.ts';

/** Every queue of the shop, in the order in which the demo tells of them. */
export function queuesOf(shop: Shop): readonly DemoQueue[] {
  return [invoices(shop), stripeWebhooks(shop), exports(shop), comments(shop), customers(shop), contacts(shop), documents()];
}
