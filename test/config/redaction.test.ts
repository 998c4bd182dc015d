import { describe, expect, it } from 'vitest';
import { redactionOf } from '../../src/config/redaction.ts';
import { isMendqError } from '../../src/core/errors.ts';
import type { Json } from '../../src/core/json.ts';
import { memory } from '../../src/queues/memory/memory.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';

const queue = memory('orders', { clock: manualClock(), jobs: { pay: { redact: ['/to/[*]'] }, '*': { redact: ['/other'] } } });
const redact = { keys: ['email'], pointers: ['/everywhere'] };
const payload = { to: ['ab12'], other: 'cd34', email: 'ef56', everywhere: 'gh78' };

describe('what is redacted', () => {
  const redactorFor = redactionOf({ queues: [queue], redact });
  const shown = (where: string, name: string): Json => redactorFor({ queue: where, name, body: Buffer.from(JSON.stringify(payload)) }).value(payload);

  it('is the configuration\'s own and that of the job type, which may be the one for all others', () => {
    const hidden = '[redacted]';
    expect(shown('orders', 'pay')).toEqual({ ...payload, to: [hidden], email: hidden, everywhere: hidden });
    expect(shown('orders', 'refund')).toEqual({ ...payload, other: hidden, email: hidden, everywhere: hidden });
    expect(shown('another', 'pay')).toEqual({ ...payload, email: hidden, everywhere: hidden });
  });

  it('is found for the queues of a pattern', () => {
    const { value } = redactionOf({ queues: [{ ...queue, name: '*-orders', matches: (name) => name.endsWith('-orders') }] })({ queue: 'eu-orders', name: 'pay', body: new Uint8Array() });
    expect(value(payload)).toEqual({ ...payload, to: ['[redacted]'] });
  });

  it('is read from the body, the parsed payload and what was made of it', () => {
    const body = Buffer.from(JSON.stringify({ email: 'nora@example.com' }));
    const { text } = redactorFor({ queue: 'orders', name: 'pay', body }, { email: 'mina@example.com' }, Buffer.from('{"everywhere":"Bergen"}'));
    expect(text('nora@example.com, mina@example.com, Bergen')).toBe('[redacted], [redacted], [redacted]');
    expect(redactorFor({ queue: 'orders', name: 'pay', body, payload: { email: 'jane@example.com' } }).text('jane@example.com')).toBe('[redacted]');
  });
});

it('a job type with places that are none is refused by name', () => {
  const broken = { ...queue, jobs: { pay: { redact: ['to'] } } };
  const attempt = (): unknown => redactionOf({ queues: [broken] });
  expect(attempt).toThrow('queue orders, job pay, redact: "to" is not a JSON Pointer');
  expect(attempt).toThrow(expect.toSatisfy(isMendqError) as Error);
});
