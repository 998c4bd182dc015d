import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMendq, type Mendq } from '../../src/index.ts';
import { sha256 } from '../../src/core/hash.ts';
import { redisUrl } from '../services.ts';
import { OUTCOMES } from './outcomes.ts';
import { forget, reportOf, runDemo, withoutTimes, type DemoItem, type DemoReport, type DemoRun } from './run-demo.ts';

/** Two runs of the demo on a machine that other tests share. */
const PATIENCE = 300_000;

describe.each([
  ['embedded', () => ['--json']],
  ['redis', () => ['--json', '--broker', 'redis', '--url', redisUrl()]],
] as const)('mendq demo --json, %s', (_broker, parameters) => {
  let runs: readonly DemoRun[] = [];
  let report: DemoReport;

  beforeAll(async () => {
    runs = [await runDemo(parameters()), await runDemo(parameters())];
    report = reportOf(firstOf(runs));
  }, PATIENCE);

  afterAll(async () => {
    for (const run of runs) await forget(run);
  });

  test('ends well, with one JSON object and nothing else on stdout', () => {
    for (const { exitCode, output, errors } of runs) {
      expect(errors).toBe('');
      expect(exitCode).toBe(0);
      expect(output.trimEnd().split('\n')).toHaveLength(1);
    }
    expect(report.checks.filter(({ passed }) => !passed)).toEqual([]);
  });

  test('gives the same each time, but for times', () => {
    const [first, second] = runs.map((run) => withoutTimes(reportOf(run)));
    expect(first).toEqual(second);
  });

  test('ends every letter as it should', () => {
    expect(report.items.map((item) => [idOf(item), item.cause, item.verdict, item.outcome])).toEqual(OUTCOMES);
    expect(report.summary).toEqual({ letters: 38, healed: 29, settled: 2, discarded: 3, escalated: 4, returned: 0, duplicatedEffects: 0, modelCalls: 0 });
  });

  test('heals the invoice to a boolean and a trimmed address, and a worker starts it within 2 seconds', () => {
    const invoice = itemOf(report, 'inv_98234');
    const payload = {
      invoiceId: 'inv_98234',
      fileUrl: 'https://s3.amazonaws.com/mybucket/invoice_102.pdf',
      options: { autoCalculateTax: 'TRUE', notifyEmail: ' finance@example.com ' },
    };
    expect(invoice.payload).toEqual(payload);
    expect(invoice.before).toEqual(payload);
    expect(invoice.after).toEqual({ ...payload, options: { autoCalculateTax: true, notifyEmail: 'finance@example.com' } });
    expect(invoice.replayMilliseconds).toBeLessThan(2000);
  });

  test('decides the twenty invoices with the same defect as one group', () => {
    const old = report.items.filter((item) => idOf(item).startsWith('inv_983'));
    expect(old).toHaveLength(20);
    expect(new Set(old.map(({ signature }) => signature))).toEqual(new Set([itemOf(report, 'inv_98234').signature]));
  });

  test('repairs only what the letter lacks', () => {
    expect(itemOf(report, 'evt_501').after).toMatchObject({ amount: 4900, receiptLanguage: 'en', channel: 'web' });
    expect(itemOf(report, 'evt_502').after).toMatchObject({ amount: 4900, receiptLanguage: 'de', channel: 'unknown' });
    expect(itemOf(report, 'evt_503').after).not.toHaveProperty('metadata');
    expect(itemOf(report, 'exp_701').after).toMatchObject({ reportDate: '2026-11-30' });
    expect(itemOf(report, 'exp_702').after).toMatchObject({ format: 'xlsx' });
    expect(itemOf(report, 'com_801').after).toMatchObject({ text: 'Arrived early, works like a charm ' });
    expect(itemOf(report, 'evt_505')).toMatchObject({ before: null, after: null });
  });

  test('says in the output that it shortens the junk, and keeps the key of the attack', () => {
    expect(itemOf(report, 'doc_402').payload['text']).toMatch(/ \(shortened here: 699051 characters\)$/);
    expect(Object.hasOwn(itemOf(report, 'doc_403').payload, '__proto__')).toBe(true);
  });

  test('leaves a ledger in which the restored letter has its bytes and the attackers are blocked', async () => {
    const { directory } = firstOf(runs);
    const mendq = openLeftLedger(join(directory, '.mendq-demo'));
    try {
      const { record, archive } = await mendq.show('doc_402');
      expect(record.state).toBe('parked');
      expect(sha256(record.letter.body)).toBe(archive?.bodyHash);
      expect(record.letter.body.length).toBeGreaterThan(2 * 1024 * 1024);
      const blocked = await Promise.all(['mallory-ltd', 'initech-mirror', 'globex'].map((value) => mendq.isBlocked({ kind: 'tenant', value })));
      expect(blocked.map((entry) => entry?.value)).toEqual(['mallory-ltd', 'initech-mirror', undefined]);
      expect(await mendq.verify()).toMatchObject({ letters: 38, broken: [] });
    } finally {
      await mendq.close();
    }
  });
});

describe('mendq demo for people', () => {
  test('tells the story within 80 columns and without colours where nobody looks, and leaves nothing in Redis', { timeout: PATIENCE }, async () => {
    const run = await runDemo(['--broker', 'redis', '--url', redisUrl()]);
    try {
      expect(run).toMatchObject({ exitCode: 0, errors: '' });
      const lines = run.output.split('\n');
      expect(lines.filter((line) => [...line].length > 80)).toEqual([]);
      expect(run.output).not.toContain('\u001B');
      for (const told of ['It is 3:15', 'invoice-processing-queue / parse-invoice: 22 letters', '+ /options/autoCalculateTax true', 'shortens', 'by mendq.restore()', 'What mendq could not decide: 4 letters', 'isBlocked()', 'duplicates    0']) {
        expect(run.output).toContain(told);
      }
      // Twenty-two letters of one kind are one line, not twenty-two.
      expect(lines.filter((line) => line.includes('healed') && line.includes('[1]'))).toHaveLength(1);
      expect(await keysLeft(run)).toEqual([]);
    } finally {
      await forget(run);
    }
  });

  test('ends at Ctrl-C with 130 and leaves nothing in Redis', { timeout: PATIENCE }, async () => {
    const run = await runDemo(['--broker', 'redis', '--url', redisUrl()], { interruptAt: 'It is 3:15' });
    await forget(run);
    expect(run.exitCode).toBe(130);
    expect(run.output).not.toContain('What became of the dead jobs');
    expect(await keysLeft(run)).toEqual([]);
  });

  test('says so where Redis can not be reached', { timeout: PATIENCE }, async () => {
    const run = await runDemo(['--json', '--broker', 'redis', '--url', 'redis://127.0.0.1:1']);
    await forget(run);
    expect(run.exitCode).toBe(4);
    expect(JSON.parse(run.output)).toMatchObject({ status: 'error', error: { code: 'MENDQ_E_BROKER_UNREACHABLE' } });
  });
});

function firstOf(runs: readonly DemoRun[]): DemoRun {
  const [first] = runs;
  if (first === undefined) throw new Error('the demo did not run');
  return first;
}

/** The name of the work that a letter asks for. */
function idOf({ payload }: DemoItem): string {
  const id = ['invoiceId', 'eventId', 'exportId', 'commentId', 'customerId', 'contactId', 'documentId'].map((key) => payload[key]).find((value) => value !== undefined);
  return typeof id === 'string' ? id : '';
}

function itemOf(report: DemoReport, id: string): DemoItem {
  const found = report.items.find((item) => idOf(item) === id);
  if (found === undefined) throw new Error(`there is no letter ${id}`);
  return found;
}

/** The ledger, as any configuration that names it would open it. */
function openLeftLedger(folder: string): Mendq {
  const names = /queues: (\[.*?\])/.exec(readFileSync(join(folder, 'mendq.config.mjs'), 'utf8'))?.[1] ?? '[]';
  const queues = (JSON.parse(names) as string[]).map((name) => ({ name, broker: 'bullmq', jobs: {}, open: () => Promise.reject(new Error('ended')) }));
  return createMendq({ ledger: 'ledger', archive: 'archive', queues }, { directory: folder });
}

/** Keys under the prefix that the run says it used. */
async function keysLeft({ output }: DemoRun): Promise<readonly string[]> {
  const prefix = /mendq-demo-[0-9a-f]{12}/.exec(output)?.[0];
  if (prefix === undefined) throw new Error('the demo named no prefix');
  const redis = new Redis(redisUrl());
  try {
    return await redis.keys(`${prefix}*`);
  } finally {
    await redis.quit();
  }
}
