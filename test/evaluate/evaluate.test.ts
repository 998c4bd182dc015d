import { describe, expect, test } from 'vitest';

import type { CorpusLetter } from '../../src/core/corpus-letter.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { Json } from '../../src/core/json.ts';
import { decideLetters } from '../../src/evaluate/decide-letters.ts';
import { createAdvisedDecisions } from '../../src/evaluate/advised-decisions.ts';
import { createDecisionContexts } from '../../src/evaluate/decision-contexts.ts';
import { evaluate } from '../../src/evaluate/evaluate.ts';

const SCHEMA = { type: 'object', properties: { orderId: { type: 'string' }, paid: { type: 'boolean' } }, required: ['orderId', 'paid'] };
const FRAMES = '\n    at work (/app/work.js:3:9)';

/** A letter whose flag is a text: there is one safe repair. */
const REPAIRABLE: CorpusLetter = {
  id: 'flag',
  queue: 'orders',
  jobName: 'pay',
  payload: { orderId: 'o-1', paid: 'TRUE' },
  failedReason: 'paid must be a boolean',
  stacktrace: `TypeError: paid must be a boolean${FRAMES}`,
  schema: SCHEMA,
  policy: { effects: 'none' },
  category: 'validation',
  expected: { verdict: 'repair', repairedPayload: { paid: true, orderId: 'o-1' } },
};

/** A letter that died of an outage. */
const OUTAGE: CorpusLetter = {
  ...REPAIRABLE,
  id: 'outage',
  payload: { orderId: 'o-2', paid: true },
  failedReason: 'connect ECONNREFUSED 10.0.0.1:5432',
  stacktrace: `Error: connect ECONNREFUSED 10.0.0.1:5432${FRAMES} {\n  code: 'ECONNREFUSED',\n  syscall: 'connect'\n}`,
  category: 'transient',
  expected: { verdict: 'retry' },
};

async function verdictOf(letter: CorpusLetter) {
  const { items: [item] } = await evaluate([letter]);
  return item;
}

test('decides as a pass does and scores each decision, in the order of the letters', async () => {
  const unknown: CorpusLetter = { ...REPAIRABLE, id: 'unlabelled', expected: null };
  const wrong: CorpusLetter = { ...REPAIRABLE, id: 'wrong', expected: { verdict: 'escalate' } };
  const { summary, items } = await evaluate([OUTAGE, REPAIRABLE, unknown, wrong]);
  expect(items.map(({ id, verdict, score }) => [id, verdict, score])).toEqual([
    ['outage', 'retry', 'right'],
    ['flag', 'repair', 'right'],
    ['unlabelled', 'repair', 'unlabelled'],
    ['wrong', 'repair', 'harmful'],
  ]);
  expect(items[1]).toMatchObject({ category: 'validation', expected: 'repair', repairedPayload: { orderId: 'o-1', paid: true }, rule: 'schema-refuses', why: expect.stringContaining('schema') as string });
  expect(summary).toMatchObject({ letters: 4, right: 2, harmful: 1, healable: 2, healed: 2, healedRate: 1, discardRecall: null, unlabelled: 1, byCategory: { transient: { letters: 1 }, validation: { letters: 3 } } });
});

test('letters of one id, even of one queue, are decided each for itself', async () => {
  const twins = [REPAIRABLE, { ...REPAIRABLE, payload: { orderId: 'o-1', paid: 'perhaps' }, expected: { verdict: 'escalate' as const } }, OUTAGE].map((letter) => ({ ...letter, id: 'same' }));
  const { items } = await evaluate(twins);
  expect(items.map(({ verdict, score }) => [verdict, score])).toEqual([['repair', 'right'], ['escalate', 'right'], ['retry', 'right']]);
});

test('options of the job type count, also those for reading values', async () => {
  expect(await verdictOf({ ...REPAIRABLE, policy: { effects: 'none', protect: ['/paid'] } })).toMatchObject({ verdict: 'escalate', score: 'abstained' });
  const noSource: CorpusLetter = { ...REPAIRABLE, payload: { orderId: 'o-1', paid: true }, schema: { ...SCHEMA, properties: { ...SCHEMA.properties, origin: { type: 'string' } }, required: ['orderId', 'paid', 'origin'] } };
  expect(await verdictOf(noSource)).toMatchObject({ verdict: 'escalate' });
  expect(await verdictOf({ ...noSource, policy: { effects: 'none', fill: { '/origin': 'unknown' } } })).toMatchObject({ verdict: 'repair', repairedPayload: { orderId: 'o-1', paid: true, origin: 'unknown' } });
});

test("the application's own error names count", async () => {
  const busy: CorpusLetter = { ...OUTAGE, failedReason: 'later', stacktrace: `UpstreamBusy: later${FRAMES}` };
  expect(await verdictOf(busy)).toMatchObject({ verdict: 'escalate' });
  expect(await verdictOf({ ...busy, errors: { UpstreamBusy: 'transient' } })).toMatchObject({ verdict: 'retry' });
});

test('bare stacks lose what a logger printed', async () => {
  const coded: CorpusLetter = { ...OUTAGE, failedReason: 'it failed', stacktrace: `Error: it failed${FRAMES} {\n  code: 'ECONNREFUSED',\n  syscall: 'connect'\n}` };
  expect((await evaluate([coded])).items[0]?.verdict).toBe('retry');
  expect((await evaluate([coded], { bareStacks: true })).items[0]?.verdict).toBe('escalate');
});

test('the bytes of a body are what is decided', async () => {
  const big = '{"orderId":"o-1","paid":"TRUE","cents":12345678901234567890}';
  expect(await verdictOf({ ...REPAIRABLE, body: big })).toMatchObject({ verdict: 'escalate' });
  expect(await verdictOf({ ...REPAIRABLE, body: big.replace('12345678901234567890', '12') })).toMatchObject({ verdict: 'repair' });
  expect(await verdictOf({ ...REPAIRABLE, bodyBase64: Buffer.from('{"orderId":"o-1","paid":"TRUE"}').toString('base64') })).toMatchObject({ verdict: 'repair', score: 'right' });
});

test('what was exported with hidden values is decided and not scored', async () => {
  expect(await verdictOf({ ...REPAIRABLE, redacted: true })).toMatchObject({ verdict: 'repair', score: 'unlabelled', expected: undefined });
});

describe('a letter that can not be decided is named', () => {
  test.each<[string, Partial<Record<keyof CorpusLetter, unknown>>, string]>([
    ['an unknown option', { policy: { protected: ['/a'] } }, 'protected: there is no such setting'],
    ['a hook', { policy: { idempotencyKey: 'orderId' } }, 'idempotencyKey: it is not a function'],
    ['an option of a wrong form', { policy: { protect: '/a' } }, 'protect: it is not a list'],
    ['no pointer', { policy: { redact: ['a'] } }, 'redact'],
    ['an unknown effect', { policy: { effects: 'money' } }, 'effects'],
    ['an unknown meaning', { errors: { Busy: 'soon' } }, 'errors.Busy'],
    ['a schema that can not be compiled', { schema: { type: 'objekt' } }, 'schema'],
    ['a schema without end', { schema: { not: JSON.parse(`${'{"not":'.repeat(50_000)}{}${'}'.repeat(50_000)}`) as Json } }, 'nested too deeply'],
    ['no id', { id: '' }, 'id is not'],
  ])('%s', async (_case, change, problem) => {
    const evaluating = evaluate([REPAIRABLE, { ...REPAIRABLE, ...change } as CorpusLetter]);
    await expect(evaluating).rejects.toMatchObject({ code: 'MENDQ_E_USAGE' });
    await expect(evaluating).rejects.toThrow('letter 2');
    await expect(evaluating).rejects.toThrow(problem);
  });
});

describe('a hostile letter is decided like any other and spoils no batch', () => {
  test.each<[string, RegExp, Partial<CorpusLetter>]>([
    ['names of the prototype', /discard|escalate/, { queue: '__proto__', jobName: '__proto__', payload: JSON.parse('{"__proto__":{"polluted":true},"orderId":"o"}') as Json }],
    ['a payload that is nested too deeply', /discard|escalate/, { body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` }],
    ['a stack of a megabyte', /repair/, { stacktrace: `Error: ${'(a'.repeat(500_000)}${FRAMES}` }],
    ['nothing at all', /discard|escalate/, { body: '', failedReason: '' }],
    ['bytes', /discard|escalate/, { bodyBase64: Buffer.from([0, 255, 1]).toString('base64') }],
    ['a job name that stands for all', /repair/, { jobName: '*' }],
  ])('%s', async (_case, verdict, change) => {
    const { items } = await evaluate([{ ...REPAIRABLE, ...change, id: 'hostile', expected: null }, REPAIRABLE]);
    expect(items.map(({ score }) => score)).toEqual(['unlabelled', 'right']);
    expect(items[0]?.verdict).toMatch(verdict);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});

test('a body above the reading limit is not looked into', async () => {
  const item = await verdictOf({ ...REPAIRABLE, body: JSON.stringify({ orderId: 'o-1', paid: 'TRUE', note: 'x'.repeat(9 * 1024 * 1024) }) });
  expect(item).toMatchObject({ verdict: 'escalate', why: expect.stringContaining('above the reading limit') as string });
});

test('the reason of a decision tells no secret', async () => {
  const { items } = await evaluate([{ ...REPAIRABLE, payload: { orderId: 'o-1', paid: 'TRUE', password: 'hunter2-and-more' }, failedReason: 'no: hunter2-and-more', stacktrace: `Error: no: hunter2-and-more${FRAMES}`, schema: null }]);
  expect(JSON.stringify(items)).not.toContain('hunter2');
});

test('an evaluation that is stopped gives what it has', async () => {
  const stop = new AbortController();
  async function* letters(): AsyncGenerator<CorpusLetter> {
    for (let index = 0; index < 1000; index++) {
      if (index === 250) stop.abort();
      yield OUTAGE;
    }
  }
  expect((await evaluate(letters(), { signal: stop.signal })).items.length).toBe(200);
});

test('no more letters are read than one batch holds', async () => {
  let read = 0;
  async function* located() {
    for (; read < 650; read++) yield { letter: OUTAGE, where: `letter ${read}` };
  }
  const ahead: number[] = [];
  let decided = 0;
  for await (const batch of decideLetters(located(), { contexts: createDecisionContexts(systemClock), decisions: createAdvisedDecisions(undefined, new AbortController().signal), clock: systemClock, bareStacks: false })) {
    ahead.push(read - decided);
    decided += batch.length;
  }
  expect(decided).toBe(650);
  expect(Math.max(...ahead)).toBeLessThanOrEqual(200);
});
