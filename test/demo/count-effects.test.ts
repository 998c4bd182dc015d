import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countEffects } from '../../src/demo/shop/count-effects.ts';
import { openShop, type Shop } from '../../src/demo/shop/shop.ts';
import { charges, emails, invoiceRecords } from '../../src/demo/shop/tables.ts';

let database: PGlite;
let shop: Shop;

beforeAll(async () => {
  database = await PGlite.create();
  shop = await openShop(database);
});
afterAll(() => database.close());

test('counts what was done, and what of it more than once', async () => {
  expect(await countEffects(shop)).toMatchObject({ invoices: 0, charges: 0, duplicated: 0 });
  const invoice = { invoiceId: 'inv_1', fileUrl: 'https://example.com/1.pdf', taxIncluded: true, status: 'COMPLETED' };
  await shop.db.insert(invoiceRecords).values([invoice, { ...invoice, invoiceId: 'inv_2' }]);
  await shop.db.insert(emails).values({ subject: 'inv_1', recipient: 'finance@example.com' });
  await shop.db.insert(charges).values({ orderId: 'inv_1', amount: 1, currency: 'eur' });
  expect(await countEffects(shop)).toMatchObject({ invoices: 2, emails: 1, charges: 1, duplicated: 0 });
  await shop.db.insert(charges).values([{ orderId: 'inv_1', amount: 1, currency: 'eur' }, { orderId: 'inv_1', amount: 2, currency: 'eur' }]);
  expect(await countEffects(shop)).toMatchObject({ charges: 3, duplicated: 2 });
});

test('has tables that refuse four-byte characters and take all others', async () => {
  await shop.db.execute(`INSERT INTO shop.comments (comment_id, text) VALUES ('c1', 'Grüße, 漢字, ☺')`);
  await expect(database.query(`INSERT INTO shop.comments (comment_id, text) VALUES ('c2', 'party 🎉')`)).rejects.toThrow('comments_text_utf8mb3');
  await expect(database.query(`INSERT INTO shop.customers (customer_id, legal_name) VALUES ('c2', 'Sun 🌅')`)).rejects.toThrow('customers_legal_name_utf8mb3');
});
