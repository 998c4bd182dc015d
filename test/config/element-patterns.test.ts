import { describe, expect, it } from 'vitest';
import { readJobTypes } from '../../src/config/job-types.ts';
import { redactionOf } from '../../src/config/redaction.ts';
import { elementPattern } from '../../src/config/element-patterns.ts';
import { systemClock } from '../../src/core/clock.ts';
import { DEFAULT_POLICY } from '../../src/core/policy.ts';

describe('places inside of lists', () => {
  it.each([
    ['/items/[*]/price', '/items/[*]/price'],
    ['/items[*]/price', '/items/[*]/price'],
    ['/items/*/price', '/items/[*]/price'],
    ['/items[*]', '/items/[*]'],
    ['/rows[*]/cells[*]/text', '/rows/[*]/cells/[*]/text'],
    ['/[*]/id', '/[*]/id'],
    ['/*', '/[*]'],
    ['/a*b/c', '/a*b/c'],
    ['', ''],
  ])('%s is %s', (written, meant) => {
    expect(elementPattern(written)).toBe(meant);
  });

  it('are meant in every setting of a job type', async () => {
    const settings = {
      protect: ['/lines[*]/amount'], freeText: ['/steps/*/note'], tidy: ['/tags[*]'], fill: { '/a': 1 },
      aliases: { '/lines[*]/sku': ['code', '/lines[*]/article'] }, synonyms: { '/lines[*]/state': { done: 'DONE' } }, locales: { '/lines/*/weight': 'de-DE' },
      protectNames: { except: ['/lines[*]/total'] },
    };
    const type = (await readJobTypes([{ name: 'orders', jobs: { book: settings, free: { protectNames: false } } }], DEFAULT_POLICY, systemClock))('orders', 'book');
    expect(type).toMatchObject({
      protect: ['/lines/[*]/amount'], freeText: ['/steps/[*]/note'], tidy: ['/tags/[*]'], fill: { '/a': 1 },
      aliases: { '/lines/[*]/sku': ['code', '/lines/[*]/article'] }, synonyms: { '/lines/[*]/state': { done: 'DONE' } }, locales: { '/lines/[*]/weight': 'de-DE' },
      protectNames: { except: ['/lines/[*]/total'] },
    });
  });

  it('are hidden, however they are written', () => {
    const redactorFor = redactionOf({ redact: { pointers: ['/lines[*]/iban'] }, queues: [] });
    const letter = { queue: 'orders', name: 'book', payload: { lines: [{ iban: 'XX00EXAMPLE0000000001' }] }, body: new Uint8Array() };
    expect(redactorFor(letter).text('no account XX00EXAMPLE0000000001')).not.toContain('0000000001');
  });
});
