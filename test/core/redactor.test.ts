import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/json.ts';
import { createRedactor, type Redactor } from '../../src/core/redactor.ts';
import { redactionRules, type RedactionOptions } from '../../src/core/redaction-rules.ts';

function redactorOf(payload: Json | Uint8Array, options: RedactionOptions = {}): Redactor {
  return createRedactor(redactionRules(options), [payload]);
}

describe('a payload', () => {
  it('loses what stands under secret keys, built in or configured, without regard to case, _ and -', () => {
    const { value } = redactorOf(null, { keys: ['e-mail'] });
    expect(value({ Pass_Word: 'a', customerEmail: 'b', 'E-MAIL': ['c'], name: 'd' })).toEqual({ Pass_Word: '[redacted]', customerEmail: '[redacted]', 'E-MAIL': '[redacted]', name: 'd' });
  });

  it('loses what stands at a pointer, whole, and null stays null', () => {
    const { value } = redactorOf(null, { pointers: ['/owner', '/a~1b', '/gone', '/none'] });
    expect(value({ owner: { name: 'x', more: [1] }, 'a/b': 7, none: null, kept: 1 })).toEqual({ owner: '[redacted]', 'a/b': '[redacted]', none: null, kept: 1 });
  });

  it('loses elements at [*] and members below it', () => {
    const { value } = redactorOf(null, { pointers: ['/tags/[*]', '/items/[*]/card', '/rows/1'] });
    expect(value({ tags: ['a', null, { b: 1 }], items: [{ card: 1, qty: 2 }, { qty: 3 }], rows: [1, 2] })).toEqual({
      tags: ['[redacted]', null, '[redacted]'],
      items: [{ card: '[redacted]', qty: 2 }, { qty: 3 }],
      rows: [1, '[redacted]'],
    });
  });

  it('is searched in the shapes that it may have died in', () => {
    const { value } = redactorOf(null, { pointers: ['/items/[*]/cardNo', '/tags/[*]', '/user/mail'] });
    expect(value({ items: { card_no: 1 }, tags: 'one', user: [{ Mail: 'x' }] })).toEqual({ items: { card_no: '[redacted]' }, tags: '[redacted]', user: [{ Mail: '[redacted]' }] });
    expect(value({ items: '[{"cardNo":"4111","qty":2}]' })).toEqual({ items: '[{"cardNo":"[redacted]","qty":2}]' });
  });

  it('is searched in JSON inside of its texts, which stay as they are where nothing is hidden', () => {
    const inner = JSON.stringify({ token: 'abcd', deep: JSON.stringify({ password: 'efgh' }) });
    const { value } = redactorOf(null);
    expect(value({ inner, other: '{ "a" : 1 }' })).toEqual({ inner: '{"token":"[redacted]","deep":"{\\"password\\":\\"[redacted]\\"}"}', other: '{ "a" : 1 }' });
  });

  it('does not tell at another place what is hidden at one', () => {
    const payload = { password: 'hunter22', url: 'https://nora:hunter22@example.com' };
    expect(redactorOf(payload).value(payload)).toEqual({ password: '[redacted]', url: 'https://nora:[redacted]@example.com' });
  });
});

describe('a text', () => {
  const payload = {
    password: 'pass"word\n2',
    pin: 4821,
    rate: 0.375,
    owner: { name: 'Nora Quist', '@nora': true, age: 42 },
    body: JSON.stringify({ secret: "it's inside" }),
    note: 'Bergen',
  };
  const { text } = redactorOf(payload, { pointers: ['/owner', '/rate'] });

  it.each([
    ['a text as it is', 'name is Nora Quist.', 'name is [redacted].'],
    ['in small letters', 'nora quist exists', '[redacted] exists'],
    ['escaped', String.raw`got "pass\"word\n2"`, 'got "[redacted]"'],
    ['escaped twice', String.raw`got \"pass\\\"word\\n2\"`, String.raw`got \"[redacted]\"`],
    ['as SQL prints it', "Key=('it''s inside')", "Key=('[redacted]')"],
    ['in a URL', '/?q=Nora%20Quist&x=1', '/?q=[redacted]&x=1'],
    ['a number', 'pin 4821 refused, rate 0.375', 'pin [redacted] refused, rate [redacted]'],
    ['a key that is data', 'no @nora here', 'no [redacted] here'],
    ['cut off at the end', 'the name Nora Qu', 'the name [redacted]'],
    ['cut off before an ellipsis', 'the name "Nora Qu"... is not valid; Nora Q… neither', 'the name "[redacted]"... is not valid; [redacted]… neither'],
  ])('loses a value %s', (_form, before, after) => {
    expect(text(before)).toBe(after);
    expect(text(after)).toBe(after);
  });

  it('keeps everything else: other values, short ones, names', () => {
    const other = 'missing at /owner/name and /owner/age (42) in Bergen';
    expect(text(other)).toBe(other);
  });

  it('of a letter whose body is not JSON loses what looks like a secret there', () => {
    for (const body of ['{"user":"a","password":"hunter 22","x":', 'user=a&password=hunter%2022', '<login><password>hunter22</password>', "password: 'hunter 22'"]) {
      const said = `worker said: ${/hunter[ %0-9]+/.exec(body)?.[0] ?? ''}!`;
      expect(redactorOf(Buffer.from(body)).text(said)).toBe('worker said: [redacted]!');
    }
    expect(redactorOf(Buffer.from('{"to":{"mail":"nora@example.com"'), { pointers: ['/to/mail'] }).text('for nora@example.com')).toBe('for [redacted]');
  });

  it('is hidden whole where there is too much to look for', () => {
    const many = { token: Array.from({ length: 60_000 }, (_, index) => `secret ${index}`) };
    expect(redactorOf(many).text('anything')).toBe('[redacted]');
    expect(redactorOf({ token: 'abcdef' }).text('x'.repeat(300_000))).toBe('[redacted]');
    expect(redactorOf({ name: 'abcdef' }).text('x'.repeat(300_000))).toHaveLength(300_000);
  });
});

it.each([
  ['a thousand secrets that begin alike', { token: Array.from({ length: 5000 }, (_, index) => `${'a'.repeat(40)}${index}`) }],
  ['one long secret', { token: 'a'.repeat(1_000_000) }],
  ['deep nesting', JSON.parse(`${'{"token":['.repeat(20_000)}"aaaa"${']}'.repeat(20_000)}`) as Json],
  ['a long broken body', Buffer.from('password="'.repeat(20_000))],
  ['a long list', { token: Array.from({ length: 200_000 }, () => 'aaaaaaaaab') }],
])('hostile payloads cost little time: %s', (_case, payload) => {
  const { text } = redactorOf(payload);
  const started = performance.now();
  text('a'.repeat(200_000));
  text(`${'a'.repeat(4000)}b`.repeat(40));
  text('…'.repeat(100_000));
  expect(performance.now() - started).toBeLessThan(3000);
});
