import { expect, it } from 'vitest';
import { checkConfig } from '../../src/config/check-config.ts';
import { isMendqError } from '../../src/core/errors.ts';
import { memory } from '../../src/queues/memory/memory.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';

const queue = memory('invoices', { clock: manualClock() });

it.each([
  ['nothing', undefined, 'configuration'],
  ['a misspelt setting', { queues: [queue], ledgre: 'x' }, 'ledgre'],
  ['no queue', { queues: [] }, 'queues'],
  ['a queue that is none', { queues: ['invoices'] }, 'queues[0]'],
  ['a queue named twice', { queues: [queue, queue] }, 'queues[1]'],
  ['an empty ledger', { queues: [queue], ledger: '' }, 'ledger'],
  ['an unknown meaning', { queues: [queue], errors: { A: 'fatal' } }, 'errors.A'],
  ['an unknown policy', { queues: [queue], policy: { tries: 3 } }, 'policy.tries'],
  ['a negative number', { queues: [queue], policy: { rounds: -1 } }, 'policy.rounds'],
  ['a half backoff', { queues: [queue], policy: { backoff: { base: 1 } } }, 'policy.backoff.factor'],
  ['a canary that is no list', { queues: [queue], policy: { canary: 1 } }, 'policy.canary'],
  ['a patrol that never rests', { queues: [queue], patrol: { every: 10 } }, 'patrol.every'],
  ['a short token', { queues: [queue], patrol: { wake: { port: 1, token: 'short' } } }, 'patrol.wake.token'],
  ['a model that is none', { queues: [queue], model: 7 }, 'model'],
  ['an empty model', { queues: [queue], model: ' ' }, 'model'],
  ['an object that answers nothing', { queues: [queue], model: { modelId: 'x' } }, 'model'],
  ['advice as a text', { queues: [queue], advice: 'en' }, 'advice'],
  ['unknown advice', { queues: [queue], advice: { budget: 1 } }, 'advice.budget'],
  ['an unknown language', { queues: [queue], advice: { language: 'fr' } }, 'advice.language'],
  ['an unknown limit', { queues: [queue], advice: { limits: { calls: 3 } } }, 'advice.limits.calls'],
  ['a negative cap', { queues: [queue], advice: { limits: { caps: { moneyPerDay: -1 } } } }, 'advice.limits.caps.moneyPerDay'],
  ['caps as a number', { queues: [queue], advice: { limits: { caps: 3 } } }, 'advice.limits.caps'],
  ['a price without output', { queues: [queue], advice: { prices: { mine: { input: 1, asOf: '2026-11' } } } }, 'advice.prices.mine'],
  ['a price of no date', { queues: [queue], advice: { prices: { mine: { input: 1, output: 2, asOf: 'now' } } } }, 'advice.prices.mine.asOf'],
  ['redact as a list', { queues: [queue], redact: ['email'] }, 'redact'],
  ['an unknown kind of redaction', { queues: [queue], redact: { paths: ['/a'] } }, 'redact.paths'],
  ['a pointer among the keys', { queues: [queue], redact: { keys: ['/customer/email'] } }, 'redact.keys'],
  ['a key among the pointers', { queues: [queue], redact: { pointers: ['email'] } }, 'redact.pointers'],
])('names the place and the remedy for %s', (_, config, where) => {
  let thrown: unknown;
  try {
    checkConfig(config);
  } catch (error) {
    thrown = error;
  }
  expect(isMendqError(thrown) && thrown.code).toBe('MENDQ_E_CONFIG');
  expect(isMendqError(thrown) && thrown.message).toContain(`${where}: `);
  expect(isMendqError(thrown) && thrown.hint).toBeTruthy();
});

it('accepts a whole configuration', () => {
  const policy = { rounds: 2, backoff: { base: 200, factor: 2, cap: 1000 }, canary: [1], breaker: { returnRate: 0.5, minimum: 5, coolDown: 1000 } };
  const patrol = { every: 60_000, wake: { port: 7878, token: '0123456789abcdef' } };
  expect(() => checkConfig({ queues: [queue], ledger: 'folder', archive: 'folder', errors: { A: 'hopeless' }, policy, patrol, redact: { keys: ['email'], pointers: ['', '/items/[*]/iban'] } })).not.toThrow();
});
