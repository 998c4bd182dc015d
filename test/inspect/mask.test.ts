import { describe, expect, it } from 'vitest';
import { mask } from '../../src/inspect/mask.ts';

/** Messages of one kind, which must become one template. */
const SAME_KIND: readonly (readonly [string, ...string[]])[] = [
  ['invoice inv_98234 not found', 'invoice inv_1 not found'],
  ['order 5f0c7c0e-3f0b-4a55-9a52-7d1d1a6f2b1c is locked', 'order 0b9e7c52-6b3f-4d0a-8c52-3f6a2b1c9d01 is locked'],
  ['timeout of 3000ms exceeded', 'timeout of 250ms exceeded'],
  ["Duplicate entry 'gr-2026-77' for key 'grants.PRIMARY'", "Duplicate entry 'Nora O'Neill' for key 'grants.PRIMARY'"],
  ['Key (email)=(nora@example.com) already exists.', 'Key (email)=(ada.lovelace@example.org) already exists.'],
  ['"qty" with value "1,200" fails to match the required pattern', '"qty" with value "three" fails to match the required pattern'],
  ['Cast to Number failed for value "1,200" (type string) at path "qty" for model "Order"', 'Cast to Number failed for value "x" (type string) at path "qty" for model "Order"'],
  ['request to https://api.example.com/orders/17 failed', 'request to http://10.0.0.7:8080/a?b=c failed'],
  ['mail to <a@example.com> bounced', 'mail to <nora.quill@sub.example.org> bounced'],
  ['at 2026-03-18T02:14:41.000Z row 7', 'at 2027-11-02T22:00:09.120Z row 12345'],
  ['invalid input syntax for type integer: "1,200"', 'invalid input syntax for type integer: "abc"'],
  ['balance 1,250.00 too low', 'balance 9 too low'],
  ['charge ch_3MqLiJLkdIwHu7ix was refused', 'charge ch_1AbCdE7890 was refused'],
];

const OTHER_KIND: readonly (readonly [string, string])[] = [
  ["Cannot read properties of undefined (reading 'id')", "Cannot read properties of undefined (reading 'name')"],
  ['column "loyalty_tier" does not exist', 'column "discount" does not exist'],
  ['"qty" must be a number', '"price" must be a number'],
  ['Path `email` is required.', 'Path `name` is required.'],
  ["Duplicate entry 'a' for key 'grants.PRIMARY'", "Duplicate entry 'a' for key 'orders.PRIMARY'"],
  ['connect to db.example failed', 'connect to cache.example failed'],
];

describe('mask', () => {
  it.each(SAME_KIND)('gives one template for %s', (first, ...others) => {
    for (const other of others) expect(mask(other)).toBe(mask(first));
  });

  it.each(OTHER_KIND)('keeps apart %s and %s', (left, right) => {
    expect(mask(left)).not.toBe(mask(right));
  });

  it('shows no value', () => {
    const template = mask("user nora@example.com paid 12.50 for 'Blue vase' with card 4242424242424242 at https://shop.example/o/7");
    expect(template).toBe("user <address> paid <number> for '<text>' with card <number> at <url>");
  });

  it('leaves apostrophes inside words alone', () => {
    expect(mask("Can't add new command when connection isn't open")).toBe("Can't add new command when connection isn't open");
  });

  it('bounds its result', () => {
    expect(mask('word '.repeat(1000)).length).toBeLessThanOrEqual(1024);
  });
});
