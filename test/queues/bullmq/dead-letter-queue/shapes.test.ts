import { Job, type MinimalQueue } from 'bullmq';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonEqual, parseJson, type Json } from '../../../../src/core/json.ts';
import { memberText } from '../../../../src/queues/bullmq/dead-letter-queue/member-text.ts';
import { recognise } from '../../../../src/queues/bullmq/dead-letter-queue/shapes/recognise.ts';
import { safeOptions } from '../../../../src/queues/bullmq/dead-letter-queue/safe-options.ts';
import type { Reading } from '../../../../src/queues/bullmq/dead-letter-queue/reading.ts';

const DATA = { invoiceId: 'i-1', amount: '12' };
const BODY = JSON.stringify(DATA);

/** A job of the installed bullmq, dead, that never saw a server. */
function deadJob(data: unknown = DATA): Job {
  const queue = { name: 'invoices', qualifiedName: 'bull:invoices', opts: {}, keys: {}, toKey: (type: string) => `bull:invoices:${type}`, backend: {} };
  const job = new Job(queue as unknown as MinimalQueue, 'parse-invoice', data, { attempts: 3, timestamp: 5 }, '7');
  job.failedReason = 'no luck';
  job.stacktrace = ['Error: no luck\n    at work (/app/work.js:1:1)'];
  job.attemptsMade = 3;
  return job;
}

function reading(data: unknown): Reading {
  return recognise(JSON.stringify(data));
}

describe('wrappers that applications write', () => {
  const job = deadJob();
  const named = { id: '7', name: 'parse-invoice', body: BODY };
  const cases: readonly [string, unknown, object][] = [
    ['a whole job by hand', { originalJob: { id: '7', name: 'parse-invoice', data: DATA, opts: { attempts: 3 } }, failure: { reason: 'no luck', attemptsMade: 3, failedAt: '2026-03-04T00:00:00.000Z' } },
      { ...named, options: { attempts: 3 }, failure: { reason: 'no luck', attempts: 3, at: new Date('2026-03-04T00:00:00.000Z') } }],
    ['toJSON', { job: job.toJSON(), error: 'no luck' }, { ...named, queue: 'invoices', addedAt: new Date(5), failure: { reason: 'no luck', stack: job.stacktrace, attempts: 3 } }],
    ['asJSON', { job: job.asJSON(), error: 'no luck' }, { ...named, addedAt: new Date(5), failure: { reason: 'no luck', stack: job.stacktrace, attempts: 3 } }],
    ['a job spread beside its error', { ...job.toJSON(), error: 'no luck' }, { ...named, queue: 'invoices', addedAt: new Date(5), failure: { reason: 'no luck', stack: job.stacktrace, attempts: 3 } }],
    ['names beside data', { jobId: '7', jobName: 'parse-invoice', data: DATA, failedReason: 'no luck', stacktrace: ['Error: no luck'], attemptsMade: 3, queue: 'invoices', timestamp: 9 },
      { ...named, queue: 'invoices', options: {}, failure: { reason: 'no luck', stack: ['Error: no luck'], attempts: 3, at: new Date(9) } }],
    ['source names', { sourceQueue: 'invoices', sourceJobId: '7', sourceJobName: 'parse-invoice', payload: DATA, errorMessage: 'no luck', errorName: 'TypeError' },
      { ...named, queue: 'invoices', failure: { reason: 'no luck', stack: ['TypeError: no luck'] } }],
    ['an error as object', { originalJobId: '7', originalJobName: 'parse-invoice', originalData: DATA, error: { name: 'TypeError', message: 'no luck', stack: 'TypeError: no luck\n    at x' } },
      { ...named, failure: { reason: 'no luck', stack: ['TypeError: no luck\n    at x'] } }],
    ['data under the name of the job', { jobId: '7', jobName: 'parse-invoice', original: DATA, error: 'no luck' }, { ...named, failure: { reason: 'no luck' } }],
    ['no name', { originalJobId: '7', data: DATA, error: 'no luck', failedAt: 1 }, { id: '7', body: BODY, failure: { reason: 'no luck' } }],
    ['no id', { originalJob: DATA, error: 'no luck' }, { body: BODY, failure: { reason: 'no luck' } }],
    ['an error spread beside the job', { jobId: '7', jobName: 'parse-invoice', data: DATA, name: 'TypeError', message: 'no luck' }, { ...named, failure: { reason: 'no luck', stack: ['TypeError: no luck'] } }],
  ];

  test.each(cases)('%s', (_, data, original) => {
    expect(reading(data)).toMatchObject({ kind: 'original', original });
  });
});

describe('what could be read otherwise', () => {
  test.each<[string, unknown]>([
    ['data mixed with the failure', { ...DATA, failedReason: 'no luck', failedAt: 1 }],
    ['a wrapper with a key that nobody knows', { jobId: '7', data: DATA, error: 'x', tenant: 4 }],
    ['an event that has id, name and data', { id: 'evt_1', name: 'order.created', data: {} }],
    ['an event mixed with the failure', { id: 'evt_1', type: 'order.created', data: {}, failedReason: 'x', attemptsMade: 3 }],
    ['nothing but data', DATA],
    ['no object', [1, 2]],
  ])('%s is bare', (_, data) => {
    expect(reading(data)).toEqual({ kind: 'bare' });
  });

  test.each<[string, unknown]>([
    ['two kinds of data', { jobId: '7', data: DATA, payload: DATA, error: 'x' }],
    ['two jobs', { jobId: '7', originalJobId: '8', data: DATA, error: 'x' }],
    ['two queues', { jobId: '7', data: DATA, error: 'x', queue: 'a', originalQueue: 'b' }],
    ['data that is JSON text', { jobId: '7', data: BODY, error: 'x' }],
    ['a job whose data is JSON text', { job: { id: '7', name: 'n', data: BODY, opts: {} }, error: 'x' }],
    ['an original that has data of its own', { jobId: '7', original: { data: 1, kind: 'x' }, error: 'x' }],
  ])('%s is unclear', (_, data) => {
    expect(reading(data)).toMatchObject({ kind: 'unclear' });
  });

  test('what is no JSON, or nested without end, is unclear or bare, and never an error', () => {
    expect(recognise('{"jobId"')).toMatchObject({ kind: 'unclear' });
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(['unclear', 'bare', 'original']).toContain(recognise(`{"jobId":"7","jobName":"n","data":${deep},"error":"x"}`).kind);
  });
});

describe('wrapped and unwrapped', () => {
  const wrappers: readonly ((job: Job) => unknown)[] = [
    (job) => ({ job: job.toJSON() as unknown, error: 'x' }),
    (job) => ({ originalJob: job.asJSON(), reason: 'x' }),
    (job) => ({ ...(job.toJSON() as object), error: 'x' }),
    (job) => ({ jobId: job.id, jobName: job.name, data: job.data as unknown, failedReason: 'x', queue: 'invoices' }),
    (job) => ({ originalQueue: 'invoices', originalJobId: job.id, originalJobName: job.name, payload: job.data as unknown, failedReason: 'x' }),
  ];

  test('every JSON object comes out of every wrapper as it went in', () => {
    fc.assert(fc.property(fc.constantFrom(...wrappers), fc.dictionary(fc.string(), fc.jsonValue()), (wrap, data) => {
      const plain = JSON.parse(JSON.stringify(data)) as Json;
      const result = reading(wrap(deadJob(plain)));
      expect(result).toMatchObject({ kind: 'original', original: { id: '7', name: 'parse-invoice' } });
      expect(result.kind === 'original' && jsonEqual(parseJson(result.original.body), plain)).toBe(true);
    }), { numRuns: 500 });
  });

  test('no JSON object is read as something that it does not hold', () => {
    fc.assert(fc.property(fc.dictionary(fc.constantFrom('jobId', 'data', 'payload', 'error', 'name', 'id', 'opts', 'job', 'other'), fc.jsonValue()), (data) => {
      const result = reading(data);
      if (result.kind !== 'original') return;
      const inner = parseJson(result.original.body);
      const job = (data as { readonly job?: { readonly data?: Json } }).job;
      expect([data['data'], data['payload'], data['job'], job?.data].some((held) => jsonEqual(inner, held as Json | undefined))).toBe(true);
    }), { numRuns: 1000 });
  });

  test('a member keeps its text byte for byte', () => {
    expect(memberText('{ "a" : {"n": 12345678901234567890, "m":1.0} , "b":[1,{"x":"}\\""}],"\\u0061":{"n":1e2} }', ['b'])).toBe('[1,{"x":"}\\""}]');
    expect(memberText('{"a":{"n": 12345678901234567890 }}', ['a', 'n'])).toBe('12345678901234567890');
    expect(memberText('{"a":1}', ['b'])).toBeUndefined();
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.constantFrom(undefined, 2), (object, indent) => {
      for (const key of Object.keys(object)) {
        expect(parseJson(memberText(JSON.stringify(object, null, indent), [key]) ?? '')).toEqual(JSON.parse(JSON.stringify(object[key])));
      }
    }));
  });
});

test('options of the past are left behind', () => {
  expect(safeOptions({
    attempts: 3, backoff: 500, priority: 2, lifo: true, removeOnComplete: true, removeOnFail: { count: 5 },
    repeat: { every: 1 }, parent: { id: 'p', queue: 'q' }, delay: 5000, jobId: 'x', deduplication: { id: 'd' },
  })).toEqual({ attempts: 3, backoff: { type: 'fixed', delay: 500 }, priority: 2, lifo: true, removeOnComplete: true, removeOnFail: { count: 5 } });
  expect(safeOptions({ attempts: '3', backoff: null, priority: -1, lifo: 'yes', removeOnFail: { count: 'all' } })).toEqual({});
});
