import { expect, test } from 'vitest';

import { pack, unpack, withoutDepths } from '../../src/beside/packed.ts';
import { toFrame } from '../../src/beside/frames.ts';
import { deserialize, serialize } from 'node:v8';
import { isMendqError, MendqError } from '../../src/core/errors.ts';

const sent = (value: unknown): unknown => unpack(deserialize(serialize(pack(value))) as ReturnType<typeof pack>);

test('errors of mendq arrive with all that they say, their causes included, wherever they stand', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { socket: { write: () => undefined } });
  const error = new MendqError('MENDQ_E_BROKER_UNREACHABLE', 'the broker is away', { hint: 'Start it.', retryable: true, context: { queue: 'a' }, cause: refused });
  const value = { failures: [{ queue: 'a', error }], at: new Date(7) };
  const { failures: [failure], at } = sent(value) as typeof value;
  expect(at).toEqual(new Date(7));
  expect(isMendqError(failure?.error)).toBe(true);
  expect(failure?.error).toMatchObject({ code: 'MENDQ_E_BROKER_UNREACHABLE', message: 'the broker is away', hint: 'Start it.', retryable: true, context: { queue: 'a' }, stack: error.stack });
  expect(failure?.error.cause).toMatchObject({ message: 'connect ECONNREFUSED' });
  expect(value.failures[0]?.error).toBe(error);
});

test('a value that is an error, one whose context can not be sent, and one that causes itself', () => {
  const loop: Record<string, unknown> = {};
  loop['loop'] = loop;
  expect(sent(new MendqError('MENDQ_E_CONFLICT', 'no', { context: loop }))).toMatchObject({ code: 'MENDQ_E_CONFLICT', context: {} });
  const own = new Error('own');
  own.cause = own;
  expect(sent(own)).toMatchObject({ message: 'own' });
});

test('payloads arrive as they are, also where they look like packed errors', () => {
  const payload = JSON.parse('{"errors":[{"path":["value"],"error":{"code":"MENDQ_E_INTERNAL"}}],"__proto__":{"a":1}}') as object;
  const back = sent({ letters: [{ before: payload }] }) as { letters: { before: object }[] };
  expect(JSON.stringify(back.letters[0]?.before)).toBe(JSON.stringify(payload));
  expect(Object.getPrototypeOf(back.letters[0]?.before)).toBe(Object.prototype);
});

test('what is nested too deep to be sent keeps its upper levels', () => {
  const deep = JSON.parse(`${'['.repeat(2900)}1${']'.repeat(2900)}`) as unknown;
  let deeper = deep;
  for (let level = 0; level < 20_000; level += 1) deeper = [deeper];
  expect(() => toFrame(pack({ before: deeper }))).toThrow(RangeError);
  const cut = JSON.stringify(withoutDepths({ id: 'letter_1', before: deeper }));
  expect(cut).toMatch(/^\{"id":"letter_1","before":\[+"…"\]+\}$/);
});
