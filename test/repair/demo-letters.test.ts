import { expect, test } from 'vitest';
import { z } from 'zod';

import { outcomeOf, repaired } from './letters.ts';

const InvoiceJob = z.object({
  invoiceId: z.string(),
  fileUrl: z.url(),
  options: z.object({ autoCalculateTax: z.boolean(), notifyEmail: z.string() }),
});

const INVOICE = {
  invoiceId: 'inv_98234', fileUrl: 'https://s3.amazonaws.com/mybucket/invoice_102.pdf', options: { autoCalculateTax: 'TRUE', notifyEmail: ' finance@example.com ' },
};

test('an invoice gets its boolean, and its address is tidied on the way', async () => {
  const result = await repaired(INVOICE, { schema: InvoiceJob, tidy: ['/options/notifyEmail'], protect: ['/invoiceId', '/amount'] });
  expect(result).toMatchObject({
    kind: 'repaired',
    payload: { ...INVOICE, options: { autoCalculateTax: true, notifyEmail: 'finance@example.com' } },
    operations: [
      { name: 'boolean-from-string', class: 'lossless', path: '/options/autoCalculateTax', when: { code: 'type', received: 'string' } },
      { name: 'trim', class: 'lossless', path: '/options/notifyEmail', when: { code: 'any', received: 'string' } },
    ],
    proofs: [
      'needed-repair', 'operations-allowed', 'gives-this-payload', 'schema-accepts', 'protected-equal', 'declared-places-only', 'no-invented-value', 'idempotent', 'no-prototype-key',
    ],
  });
  expect(result.kind === 'repaired' && new TextDecoder().decode(result.body)).toBe(
    '{"invoiceId":"inv_98234","fileUrl":"https://s3.amazonaws.com/mybucket/invoice_102.pdf","options":{"autoCalculateTax":true,"notifyEmail":"finance@example.com"}}',
  );
});

test('an address that is all that could be tidied is left alone, because the invoice is valid', async () => {
  const valid = { ...INVOICE, options: { ...INVOICE.options, autoCalculateTax: true } };
  expect(await outcomeOf(valid, { schema: InvoiceJob, tidy: ['/options/notifyEmail'] })).toBe('abstained: the payload is valid as it is');
});

const StripeEvent = z.object({
  id: z.string(), orderId: z.string(), amount: z.number().int(), currency: z.string(),
  source: z.string(), channel: z.string().default('web'), metadata: z.record(z.string(), z.string()).optional(),
});
const EVENT = { id: 'evt_1', orderId: 'ord_1', amount: 4990, currency: 'usd', source: 'checkout' };

test('an event that lacks a member that is not critical gets the user’s value', async () => {
  const { source: _, ...lacking } = EVENT;
  expect(await outcomeOf(lacking, { schema: StripeEvent, fill: { '/source': 'unknown' } })).toEqual({ ...lacking, source: 'unknown' });
});

test('an event that lacks a member with a default gets the default', async () => {
  const schema = { type: 'object', properties: { id: { type: 'string' }, channel: { type: 'string', default: 'web' } }, required: ['id', 'channel'] };
  expect(await outcomeOf({ id: 'evt_1' }, { schema })).toEqual({ id: 'evt_1', channel: 'web' });
  expect(await outcomeOf({ ...EVENT, channel: null }, { schema: StripeEvent })).toEqual({ ...EVENT, channel: 'web' });
});

test('an event with null metadata loses the null', async () => {
  expect(await outcomeOf({ ...EVENT, metadata: null }, { schema: StripeEvent })).toEqual(EVENT);
});

test('an event without its amount is for a person, also where a default or the configuration would fill it', async () => {
  const { amount: _, ...lacking } = EVENT;
  expect(await outcomeOf(lacking, { schema: StripeEvent })).toContain('/amount is missing');
  expect(await outcomeOf(lacking, { schema: StripeEvent, fill: { '/amount': 0 } })).toContain('the value of /amount would change');
  const withDefault = z.object({ amount: z.number(), currency: z.preprocess((value) => value, z.string()) });
  expect(await outcomeOf({ amount: 1 }, { schema: withDefault, fill: { '/currency': 'USD' } })).toContain('money');
});

const ExcelExport = z.object({ exportId: z.string(), from: z.iso.date(), format: z.enum(['xlsx', 'csv']) });

test('a date without hyphens and an enum in the wrong case are repaired, a date with two readings is not', async () => {
  expect(await outcomeOf({ exportId: 'x1', from: '20260304', format: 'xlsx' }, { schema: ExcelExport })).toMatchObject({ from: '2026-03-04' });
  expect(await outcomeOf({ exportId: 'x1', from: '2026-03-04', format: 'XLSX' }, { schema: ExcelExport })).toMatchObject({ format: 'xlsx' });
  expect(await outcomeOf({ exportId: 'x1', from: '03/04/2026', format: 'csv' }, { schema: ExcelExport })).toBe(
    'abstained: /from can be read in more than one way, and no validator knows which was meant',
  );
});

const Comment = z.object({ commentId: z.string(), text: z.string(), legalName: z.string().optional() });

test('an emoji that a column refused leaves free text, and nothing else', async () => {
  const sketch = { schema: Comment, freeText: ['/text'], refusedText: 'four-byte-characters' as const };
  const result = await repaired({ commentId: 'c1', text: 'Great 👍 work' }, sketch);
  expect(result).toMatchObject({
    kind: 'repaired', payload: { commentId: 'c1', text: 'Great  work' },
    operations: [{ name: 'strip-four-byte-characters', class: 'lossy', path: '/text', when: { code: 'any', received: 'string' } }],
  });
  expect(await outcomeOf({ commentId: 'c1', text: 'fine', legalName: 'Blue𠮷 Foods' }, sketch)).toContain('/legalName holds text of the kind that was refused');
  expect(await outcomeOf({ commentId: 'c1', text: 'Great 👍', legalName: 'Blue𠮷 Foods' }, sketch)).toContain('/legalName');
});
