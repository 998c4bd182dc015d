import { readdir, readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunksOf } from '../../../src/queues/bullmq/chunks.ts';
import { fromCursor, toCursor } from '../../../src/queues/bullmq/cursor.ts';
import { fromEpoch, toEpoch, toMoment } from '../../../src/queues/bullmq/epoch.ts';
import { loadPackage } from '../../../src/queues/bullmq/load-package.ts';
import { maskUrl } from '../../../src/queues/bullmq/mask-url.ts';
import { fitting, PAGE_BYTES } from '../../../src/queues/bullmq/page-size.ts';
import { toRawLetter, toStoredJob } from '../../../src/queues/bullmq/redis/job-hash.ts';
import { stackList } from '../../../src/queues/bullmq/stack-list.ts';
import { parseQueueVersion } from '../../../src/queues/bullmq/versions.ts';

const SOURCE = new URL('../../../src/queues/bullmq/', import.meta.url);

test('B16 the source never mentions the bulk retry', async () => {
  const files = await readdir(SOURCE, { recursive: true });
  const sources = files.filter((file) => file.endsWith('.ts'));
  expect(sources.length).toBeGreaterThan(30);
  const texts = await Promise.all(sources.map(async (file) => [file, await readFile(new URL(file, SOURCE), 'utf8')] as const));
  expect(texts.filter(([, text]) => /retryJobs|retry_jobs|getFailed\(/.test(text)).map(([file]) => file)).toEqual([]);
});

describe('a job hash', () => {
  const field = fc.tuple(fc.string({ minLength: 1 }).filter((name) => !/^\d+$/.test(name) && !name.startsWith('mendq:') && name !== '__proto__'), fc.uint8Array());
  test('goes through a letter byte for byte and in its order', () => {
    fc.assert(fc.property(fc.uniqueArray(field, { selector: ([name]) => name }), fc.option(fc.uint8Array()), fc.integer({ min: 0 }), (fields, data, place) => {
      const hash = fields.map(([name, value]) => [name, Buffer.from(value)] as const);
      if (data !== null && !hash.some(([name]) => name === 'data')) hash.splice(place % (hash.length + 1), 0, ['data', Buffer.from(data)]);
      const letter = toRawLetter(hash, { prefix: 'bull', queue: 'q', id: '1', score: '12.5' });
      const stored = toStoredJob({ ...letter, headers: JSON.parse(JSON.stringify(letter.headers)) as typeof letter.headers });
      expect(stored.fields.map((value) => Buffer.from(value))).toEqual(hash.flatMap(([name, value]) => [Buffer.from(name), value]));
      expect(stored.score).toBe('12.5');
    }));
  });
});

describe('epochs', () => {
  test('come apart as they were put together', () => {
    const parts = { timestamp: '1', attemptsStarted: '', finishedOn: '3' };
    expect(toEpoch(parts)).toBe('1::3');
    expect(fromEpoch('1::3')).toEqual(parts);
    expect(fromEpoch('')).toEqual({ timestamp: '', attemptsStarted: '', finishedOn: '' });
  });

  test('read moments, and nothing that is none', () => {
    expect(toMoment('1700000000000')).toEqual(new Date(1_700_000_000_000));
    for (const text of [undefined, '', 'never', '-1', '1e99']) expect(toMoment(text)).toBeUndefined();
  });
});

test('cursors come back as they were written, and foreign ones are refused', () => {
  fc.assert(fc.property(fc.nat(), fc.string({ unit: 'binary' }), (finishedOn, id) => {
    expect(fromCursor(toCursor({ finishedOn: String(finishedOn), id }))).toEqual({ finishedOn: String(finishedOn), id });
  }));
  expect(fromCursor(undefined)).toBeUndefined();
  for (const text of ['', '{}', '[1,2]', '["x","y"]', '["1"]']) expect(() => fromCursor(text)).toThrow('cursor');
});

test('chunks keep every order, in order, and stay within 100 orders and 8 MiB', () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 9_000_000 }), { maxLength: 400 }), (sizes) => {
    const chunks = chunksOf(sizes, (size) => size);
    expect(chunks.flat()).toEqual(sizes);
    for (const chunk of chunks) {
      expect(chunk.length).toBeLessThanOrEqual(100);
      const bytes = chunk.reduce((sum, size) => sum + size, 0);
      expect(chunk.length === 1 || bytes <= 8 * 1024 * 1024).toBe(true);
    }
  }));
});

test('a page takes what fits, and at least one', () => {
  expect(fitting([])).toBe(0);
  expect(fitting([PAGE_BYTES * 2, 1])).toBe(1);
  expect(fitting([PAGE_BYTES - 1, 1, 1])).toBe(2);
});

test.each([
  ['redis://user:secret@host:1/2', 'redis://user:***@host:1/2'], ['rediss://:s%40@host', 'rediss://:***@host'], ['redis://user@host', 'redis://user@host'],
  ['postgres://host/db?password=secret&x=1', 'postgres://host/db?password=***&x=1'], ['redis://u:p@ss@host', 'redis://u:***@host'], ['/var/run/redis.sock', '/var/run/redis.sock'],
])('the password of %s is masked', (url, masked) => {
  expect(maskUrl(url)).toBe(masked);
});

test('stacks are lists of texts, and whatever is no list is one text', () => {
  expect(stackList('["a","b"]')).toEqual(['a', 'b']);
  expect(stackList('["a",{"b":1}]')).toEqual(['a', '{"b":1}']);
  expect(stackList('cut [')).toEqual(['cut [']);
  expect([stackList(undefined), stackList(''), stackList('null')]).toEqual([[], [], []]);
});

test('versions are read with their library', () => {
  expect(parseQueueVersion('bullmq:6.7.0')).toEqual({ library: 'bullmq', version: '6.7.0' });
  expect(parseQueueVersion('5.1.0')).toEqual({ library: 'bullmq', version: '5.1.0' });
  expect([parseQueueVersion(null), parseQueueVersion('')]).toEqual([undefined, undefined]);
});

describe('a package', () => {
  const absent = Object.assign(new Error("Cannot find package 'ioredis' imported from here"), { code: 'ERR_MODULE_NOT_FOUND' });

  test('that is missing is named, with what to do', async () => {
    await expect(loadPackage('ioredis', async () => Promise.reject(absent))).rejects.toMatchObject({ code: 'MENDQ_E_MISSING_PACKAGE', hint: 'Run: npm install ioredis' });
  });

  test('that is there and breaks tells its own error', async () => {
    await expect(loadPackage('pg', async () => Promise.reject(absent))).rejects.toBe(absent);
    expect(await loadPackage('pg', async () => ({ loaded: true }))).toEqual({ loaded: true });
  });
});
