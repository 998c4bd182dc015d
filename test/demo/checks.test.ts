import { describe, expect, test } from 'vitest';
import { checkOutcome } from '../../src/demo/checks.ts';
import type { LetterStory } from '../../src/demo/letter-stories.ts';
import type { Proofs } from '../../src/demo/proofs.ts';

const INVOICE: LetterStory = {
  queue: 'invoice-processing-queue',
  job: 'parse-invoice',
  letter: { id: 'inv_98234', payload: {}, expected: { verdict: 'repair', outcome: 'healed' } },
  operations: [],
  verdict: 'repair',
  outcome: 'healed',
  repaired: {
    invoiceId: 'inv_98234',
    fileUrl: 'https://s3.amazonaws.com/mybucket/invoice_102.pdf',
    options: { autoCalculateTax: true, notifyEmail: 'finance@example.com' },
  },
  replayMilliseconds: 40,
};
const PROOFS: Proofs = {
  effects: { invoices: 1, emails: 1, charges: 0, exports: 0, comments: 0, customers: 0, duplicated: 0 },
  restored: { letter: 'doc_402', bytes: 12, bodyHash: 'ab', same: true },
  sources: [
    { letter: 'doc_401', tenant: 'globex', malicious: false, blockedUntil: undefined },
    { letter: 'doc_402', tenant: 'mallory-ltd', malicious: true, blockedUntil: new Date('2027-01-01') },
  ],
};

function failed(story: Partial<LetterStory>, proofs: Partial<Proofs> = {}): readonly string[] {
  return checkOutcome([{ ...INVOICE, ...story }], { ...PROOFS, ...proofs }, [])
    .filter(({ passed }) => !passed)
    .map(({ name }) => name);
}

describe('checkOutcome', () => {
  test('finds nothing where all is well', () => {
    expect(failed({})).toEqual([]);
  });

  test('names the letter that ended otherwise, and why', () => {
    const [first] = checkOutcome([{ ...INVOICE, outcome: 'returned', why: 'it died again' }], PROOFS, []);
    expect(first).toMatchObject({ passed: false, found: 'inv_98234: repair, returned instead of repair, healed (it died again)' });
  });

  test.each([
    ['work that was done twice', {}, { effects: { ...PROOFS.effects, invoices: 2, duplicated: 1 } }, 'nothing was done twice'],
    ['a healed letter whose work was not done', {}, { effects: { ...PROOFS.effects, invoices: 0 } }, 'everything healed was done'],
    ['an invoice without its e-mail', {}, { effects: { ...PROOFS.effects, emails: 0 } }, 'everything healed was done'],
    ['a slow start', { replayMilliseconds: 2000 }, {}, 'inv_98234 was repaired and started within 2 s'],
    ['an address that kept its blanks', { repaired: { ...(INVOICE.repaired as object), options: { autoCalculateTax: true, notifyEmail: ' finance@example.com ' } } }, {}, 'inv_98234 was repaired and started within 2 s'],
    ['a restored letter with other bytes', {}, { restored: { letter: 'doc_402', bytes: 12, bodyHash: 'ab', same: false } }, 'a discarded letter came back byte for byte'],
    ['an attacker who is not blocked', {}, { sources: [{ letter: 'doc_402', tenant: 'mallory-ltd', malicious: true, blockedUntil: undefined }] }, 'sources of attacks are blocked, others are not'],
    ['an honest tenant who is blocked', {}, { sources: [{ letter: 'doc_401', tenant: 'globex', malicious: false, blockedUntil: new Date('2027-01-01') }] }, 'sources of attacks are blocked, others are not'],
  ] as const)('finds %s', (_what, story, proofs, name) => {
    expect(failed(story as Partial<LetterStory>, proofs as Partial<Proofs>)).toContain(name);
  });
});
