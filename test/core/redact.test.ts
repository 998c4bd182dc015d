import { expect, it } from 'vitest';
import { parseJson } from '../../src/core/json.ts';
import { redact } from '../../src/core/redact.ts';

it('hides the values of secret keys at any depth and keeps the shape', () => {
  expect(redact({ user: 'a', password: 'b', nested: [{ 'api-key': 'c', access_token: 'd', total: 1 }], cookie: null })).toEqual({
    user: 'a',
    password: '[redacted]',
    nested: [{ 'api-key': '[redacted]', access_token: '[redacted]', total: 1 }],
    cookie: null,
  });
});

it('does not hide keys that only contain a short secret word', () => {
  expect(redact({ shipping: 'x', spinner: 'y', opinion: 'z' })).toEqual({ shipping: 'x', spinner: 'y', opinion: 'z' });
});

it('cuts a payload that is nested deeper than a call stack reaches', () => {
  const deep = parseJson(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) ?? null;
  expect(JSON.stringify(redact(deep))).toContain('[redacted]');
});
