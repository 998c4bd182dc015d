import { boolean, integer, pgSchema, serial, text } from 'drizzle-orm/pg-core';

/**
 * The business database. No table has a unique key on the work that a row stands for: work that is done twice leaves
 * two rows, so the demo counts effects instead of trusting that there are none.
 */
const shop = pgSchema('shop');

export const invoiceRecords = shop.table('invoice_records', {
  row: serial('row').primaryKey(),
  invoiceId: text('invoice_id').notNull(),
  fileUrl: text('file_url').notNull(),
  taxIncluded: boolean('tax_included').notNull(),
  status: text('status').notNull(),
});

export const emails = shop.table('emails', {
  row: serial('row').primaryKey(),
  subject: text('subject').notNull(),
  recipient: text('recipient').notNull(),
});

export const orders = shop.table('orders', {
  orderId: text('order_id').primaryKey(),
  status: text('status').notNull(),
});

export const charges = shop.table('charges', {
  row: serial('row').primaryKey(),
  orderId: text('order_id').notNull(),
  amount: integer('amount').notNull(),
  currency: text('currency').notNull(),
});

export const exportFiles = shop.table('export_files', {
  row: serial('row').primaryKey(),
  exportId: text('export_id').notNull(),
  reportDate: text('report_date').notNull(),
  format: text('format').notNull(),
});

export const comments = shop.table('comments', {
  row: serial('row').primaryKey(),
  commentId: text('comment_id').notNull(),
  text: text('text').notNull(),
});

export const customers = shop.table('customers', {
  row: serial('row').primaryKey(),
  customerId: text('customer_id').notNull(),
  legalName: text('legal_name').notNull(),
});

/** Creates the tables. The two CHECK constraints stand in for a legacy character set of at most three bytes a character. */
export const CREATE_TABLES = `
  CREATE SCHEMA shop;
  CREATE TABLE shop.invoice_records (
    row serial PRIMARY KEY, invoice_id text NOT NULL, file_url text NOT NULL, tax_included boolean NOT NULL, status text NOT NULL
  );
  CREATE TABLE shop.emails (row serial PRIMARY KEY, subject text NOT NULL, recipient text NOT NULL);
  CREATE TABLE shop.orders (order_id text PRIMARY KEY, status text NOT NULL);
  CREATE TABLE shop.charges (row serial PRIMARY KEY, order_id text NOT NULL, amount integer NOT NULL, currency text NOT NULL);
  CREATE TABLE shop.export_files (row serial PRIMARY KEY, export_id text NOT NULL, report_date text NOT NULL, format text NOT NULL);
  CREATE TABLE shop.comments (
    row serial PRIMARY KEY, comment_id text NOT NULL,
    text text NOT NULL CONSTRAINT comments_text_utf8mb3 CHECK (text !~ '[\\U00010000-\\U0010FFFF]')
  );
  CREATE TABLE shop.customers (
    row serial PRIMARY KEY, customer_id text NOT NULL,
    legal_name text NOT NULL CONSTRAINT customers_legal_name_utf8mb3 CHECK (legal_name !~ '[\\U00010000-\\U0010FFFF]')
  );
`;
