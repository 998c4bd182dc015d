import type { Json } from '../../index.ts';
import { REPAIRED, RETRIED, type DemoLetter } from './demo-queue.ts';

/** Jobs of an older release, which wrote booleans as text, and jobs whose file lies on a host that is out of reach. */
export function invoiceLetters(): readonly DemoLetter[] {
  return [
    {
      id: 'inv_98234',
      payload: {
        invoiceId: 'inv_98234',
        fileUrl: 'https://s3.amazonaws.com/mybucket/invoice_102.pdf',
        options: { autoCalculateTax: 'TRUE', notifyEmail: ' finance@example.com ' },
      },
      expected: REPAIRED,
    },
    ...Array.from({ length: 20 }, (_, index) => ({ id: `inv_${98301 + index}`, payload: oldInvoice(98301 + index), expected: REPAIRED })),
    { id: 'inv_98400', payload: oldInvoice(98400), expected: REPAIRED },
    // Support sent the same invoice again, from the copy on the CDN: two dead jobs, one piece of work.
    { id: 'inv_98400-again', payload: cdnInvoice(98400), expected: { verdict: 'retry', outcome: 'settled' } },
    { id: 'inv_98500', payload: cdnInvoice(98500), expected: RETRIED },
  ];
}

function oldInvoice(number: number): Json {
  return {
    invoiceId: `inv_${number}`,
    fileUrl: `https://s3.amazonaws.com/mybucket/invoice_${number}.pdf`,
    options: { autoCalculateTax: number % 2 === 0 ? 'TRUE' : 'FALSE', notifyEmail: `customer-${number}@example.com` },
  };
}

function cdnInvoice(number: number): Json {
  return {
    invoiceId: `inv_${number}`,
    fileUrl: `https://cdn.example.com/large/invoice_${number}.pdf`,
    options: { autoCalculateTax: true, notifyEmail: `customer-${number}@example.com` },
  };
}
