import { afterAll, beforeAll, expect, test } from 'vitest';

import { cliHere } from './cli-here.ts';
import { envelopeOf, startCli, temporaryFolder, until } from './run-cli.ts';

const REPAIRABLE = {
  id: 'flag',
  category: 'validation',
  queue: 'orders',
  jobName: 'pay',
  payload: { orderId: 'o-1', paid: 'TRUE', token: 'hunter2' },
  schema: { type: 'object', properties: { orderId: { type: 'string' }, paid: { type: 'boolean' } }, required: ['orderId', 'paid'] },
  failedReason: 'paid must be a boolean',
  stacktrace: 'TypeError: paid must be a boolean\n    at work (/app/work.js:3:9)',
  attemptsMade: 3,
  policy: { protect: ['/orderId'], freeText: [], effects: 'none' },
  expected: { verdict: 'repair', repairedPayload: { orderId: 'o-1', paid: true, token: 'hunter2' }, why: 'the text says it' },
};
const OUTAGE = {
  ...REPAIRABLE,
  id: 'outage',
  category: 'transient',
  payload: { orderId: 'o-2', paid: true },
  failedReason: 'it failed',
  stacktrace: "Error: it failed\n    at work (/app/work.js:3:9) {\n  code: 'ECONNREFUSED',\n  syscall: 'connect'\n}",
  expected: { verdict: 'retry', why: 'nothing was sent' },
};
const UNKNOWN = { ...REPAIRABLE, id: 'unknown', payload: { orderId: 'o-3', paid: 'perhaps' }, expected: { verdict: 'repair', repairedPayload: { orderId: 'o-3', paid: false } } };
const RENAMED = {
  ...REPAIRABLE,
  id: 'renamed',
  payload: { orderId: 'o-4', qty: 3 },
  schema: { type: 'object', properties: { orderId: { type: 'string' }, quantity: { type: 'integer' } }, required: ['orderId', 'quantity'] },
  expected: { verdict: 'repair', repairedPayload: { orderId: 'o-4', quantity: 3 } },
};
const lines = (...letters: readonly object[]): string => letters.map((letter) => `${JSON.stringify(letter)}\n`).join('');

let folder: ReturnType<typeof temporaryFolder>;

beforeAll(() => {
  folder = temporaryFolder({
    'letters.jsonl': lines(OUTAGE, REPAIRABLE, UNKNOWN),
    'harmful.jsonl': lines(OUTAGE, { ...REPAIRABLE, expected: { verdict: 'escalate' } }, { ...REPAIRABLE, expected: { ...REPAIRABLE.expected, repairedPayload: { orderId: 'o-1', paid: false } } }),
    'unlabelled.jsonl': lines({ ...OUTAGE, expected: null, category: undefined }),
    'bad.jsonl': `${lines(OUTAGE, REPAIRABLE)}${lines({ ...OUTAGE, policy: { protcet: [] } })}`,
    'empty.jsonl': '',
    'renamed.jsonl': lines(RENAMED),
    'answers.jsonl': lines({ signature: '*', answer: { evidence: [], explanation: 'Another name.', verdict: 'repair', programs: [{ operations: [{ operation: 'rename-key', path: '/?1', argument: '/quantity' }] }] } }),
    'hopeless.jsonl': lines({ signature: '*', answer: { evidence: [], explanation: '', verdict: 'hopeless', programs: [] } }),
    'wrong.jsonl': lines({ signature: '*' }),
  });
});
afterAll(() => folder.drop());

const run = (...words: readonly string[]) => cliHere(['eval', ...words], { cwd: folder.path });

test('prints exactly the numbers and the decisions, in the order of the file', async () => {
  const end = await run('letters.jsonl', '--json');
  const { status, summary, items, next } = envelopeOf(end);
  expect({ code: end.code, status, next, stderr: end.stderr }).toEqual({ code: 0, status: 'ok', next: [], stderr: '' });
  const { byCategory, ...all } = summary;
  expect(all).toEqual({ letters: 3, right: 2, abstained: 1, harmful: 0, wasteful: 0, healable: 3, healed: 2, healedRate: 2 / 3, discardRecall: null, modelCalls: 0 });
  expect(byCategory).toEqual({
    transient: { letters: 1, right: 1, abstained: 0, harmful: 0, wasteful: 0, healable: 1, healed: 1, healedRate: 1, discardRecall: null, modelCalls: 0 },
    validation: { letters: 2, right: 1, abstained: 1, harmful: 0, wasteful: 0, healable: 2, healed: 1, healedRate: 0.5, discardRecall: null, modelCalls: 0 },
  });
  expect(items).toEqual([
    { id: 'outage', expected: 'retry', verdict: 'retry', repairedPayload: null, score: 'right', why: expect.any(String) as string },
    { id: 'flag', expected: 'repair', verdict: 'repair', repairedPayload: REPAIRABLE.expected.repairedPayload, score: 'right', why: expect.any(String) as string },
    { id: 'unknown', expected: 'repair', verdict: 'escalate', repairedPayload: null, score: 'abstained', why: expect.any(String) as string },
  ]);
});

test('shows a table by category and every letter that was not decided right, with the reason', async () => {
  const { code, stdout } = await run('letters.jsonl');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^category +letters +right +abstained +harmful +wasteful +healed\n/);
  expect(stdout).toMatch(/\ntransient +1 +1 +0 +0 +0 +100 %\n/);
  expect(stdout).toMatch(/\nall +3 +2 +1 +0 +0 +66.6 %\n/);
  expect(stdout).toContain('of 3 letters that can be healed, 2 were decided right: 66.6 %\n');
  expect(stdout).toMatch(/\nabstained unknown: expected repair, decided escalate \(schema-refuses\)\n {2}\S.+\n$/);
  expect(stdout).not.toMatch(/outage|hunter2/);
});

test('a harmful decision ends it with 1 and is listed', async () => {
  const end = await run('harmful.jsonl');
  expect(end.code).toBe(1);
  expect(end.stdout).toContain('harmful flag: expected escalate, decided repair (schema-refuses)\n');
  expect(end.stdout).toContain('harmful flag: expected repair, decided repair with another payload (schema-refuses)\n');
  const json = await run('harmful.jsonl', '--json');
  expect({ code: json.code, ...envelopeOf(json) }).toMatchObject({ code: 1, status: 'partial', summary: { harmful: 2, right: 1 } });
});

test('what nobody knows is decided, counted apart and not scored', async () => {
  const { stdout, code } = await run('unlabelled.jsonl', '--json');
  expect(code).toBe(0);
  expect(envelopeOf({ stdout })).toMatchObject({ summary: { letters: 1, right: 0, unlabelled: 1, healable: 0, healedRate: null, byCategory: { other: { unlabelled: 1 } } }, items: [{ expected: null, verdict: 'retry', score: 'unlabelled' }] });
  expect((await run('unlabelled.jsonl')).stdout).toContain('unlabelled outage: decided retry (');
});

test('--bare-stacks drops what stands behind the frames, also by its variable', async () => {
  const bare = [await run('letters.jsonl', '--json', '--bare-stacks'), await cliHere(['eval', 'letters.jsonl', '--json'], { cwd: folder.path, variables: { MENDQ_BARE_STACKS: '1' } })];
  for (const { stdout } of bare) expect(envelopeOf({ stdout }).items[0]).toMatchObject({ id: 'outage', verdict: 'escalate', score: 'abstained' });
});

test.each([
  ['bad.jsonl', 'bad.jsonl, line 3 (outage): ', 'protcet: there is no such setting'],
  ['nowhere.jsonl', "nowhere.jsonl can't be read", 'ENOENT'],
])('%s ends it with 2 before anything is scored', async (file, where, problem) => {
  const { code, stdout, stderr } = await run(file);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(where);
  expect(stderr).toContain(problem);
  expect(envelopeOf(await run(file, '--json'))).toMatchObject({ status: 'error', items: [], error: { code: 'MENDQ_E_USAGE' } });
});

test('an empty file is nothing to do', async () => {
  const { code, stdout } = await run('empty.jsonl');
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'there are no letters in it\n' });
  expect(envelopeOf(await run('empty.jsonl', '--json'))).toMatchObject({ status: 'nothing_to_do', summary: { letters: 0, healedRate: null, discardRecall: null, byCategory: {} } });
});

test('no configuration is read', async () => {
  const broken = temporaryFolder({ 'mendq.config.ts': 'throw new Error("it was read");', 'letters.jsonl': lines(OUTAGE) });
  expect((await cliHere(['eval', 'letters.jsonl'], { cwd: broken.path })).code).toBe(0);
  broken.drop();
});

test('- reads standard input', async () => {
  const running = startCli(['eval', '-', '--json'], { cwd: folder.path });
  running.child.stdin.end(lines(REPAIRABLE, OUTAGE));
  const end = await running.ended;
  expect({ code: end.code, stderr: end.stderr }).toEqual({ code: 0, stderr: '' });
  expect(envelopeOf(end)).toMatchObject({ status: 'ok', summary: { letters: 2, right: 2 } });
});

test('Ctrl-C while it waits for letters ends it cleanly', async () => {
  const running = startCli(['eval', '-', '--json'], { cwd: folder.path });
  // More than a pipe holds: once all of it is gone, the command is reading.
  running.child.stdin.write(lines({ ...REPAIRABLE, note: 'x'.repeat(8 * 1024 * 1024) }));
  await until(() => running.child.stdin.writableLength === 0);
  running.child.kill('SIGINT');
  const { code, stdout, stderr } = await running.ended;
  expect(code).toBe(130);
  expect(envelopeOf({ stdout })).toMatchObject({ status: 'partial', summary: { letters: 0, interrupted: true } });
  expect(stderr).toContain('what is in hand is finished first');
});

test('answers of a script are tried and proved, a hostile one decides nothing, and a wrong one is told with its line', async () => {
  const evaluated = async (...words: string[]) => envelopeOf(await cliHere(['eval', 'renamed.jsonl', ...words, '--json'], { cwd: folder.path }));
  expect(await evaluated()).toMatchObject({ summary: { healed: 0, abstained: 1, modelCalls: 0 } });
  const advised = await evaluated('--model-script', 'answers.jsonl');
  expect(advised).toMatchObject({ status: 'ok', summary: { healed: 1, harmful: 0, modelCalls: 1 }, items: [{ verdict: 'repair', repairedPayload: { orderId: 'o-4', quantity: 3 }, score: 'right' }] });
  expect(advised.items[0]?.['signature']).toMatch(/^s2:[0-9a-f]{20}$/);
  expect(await evaluated('--model-script', 'hopeless.jsonl')).toMatchObject({ summary: { abstained: 1, harmful: 0, modelCalls: 1 }, items: [{ verdict: 'escalate' }] });
  expect(await evaluated('--model-script', 'wrong.jsonl')).toMatchObject({ error: { code: 'MENDQ_E_USAGE', message: expect.stringContaining('wrong.jsonl, line 1') as string } });
  expect(await evaluated('--model-script', 'none.jsonl')).toMatchObject({ error: { code: 'MENDQ_E_USAGE', message: expect.stringContaining('none.jsonl') as string } });
});
