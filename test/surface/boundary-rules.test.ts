import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { checkBoundaries, ruleNames } from './boundaries.ts';

/** Imports that must not be, one a rule: [rule, importing module, imported module or package]. */
const PLANTED: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['no-circular', 'src/inspect/one.ts', 'src/inspect/other.ts'],
  ['core-is-the-leaf', 'src/core/curious.ts', 'src/ledger/anything.ts'],
  ['contracts-speak-core', 'src/queues/contract.ts', 'src/guard/anything.ts'],
  ['stages-are-strangers', 'src/guard/curious.ts', 'src/replay/replay.ts'],
  ['stage-front-door', 'src/mendq.ts', 'src/repair/back-window.ts'],
  ['pipeline-knows-no-vendor', 'src/pass/curious.ts', 'src/ledger/anything.ts'],
  ['actions-know-no-vendor', 'src/actions/curious.ts', 'src/queues/bullmq/anything.ts'],
  ['queue-adapters-are-strangers', 'src/queues/sqs/borrower.ts', 'src/queues/rabbitmq/lender.ts'],
  ['ledger-stays-home', 'src/ledger/curious.ts', 'src/guard/guard.ts'],
  ['model-stays-home', 'src/model/curious.ts', 'src/diagnose/diagnose.ts'],
  ['engine-stays-home', 'src/engine/curious.ts', 'src/pipeline.ts'],
  ['schema-stays-home', 'src/schema/curious.ts', 'src/queues/contract.ts'],
  ['once-stays-home', 'src/once/curious.ts', 'src/ledger/contract.ts'],
  ['local-socket-is-a-leaf', 'src/local-socket/curious.ts', 'src/core/anything.ts'],
  ['beside-carries-calls', 'src/beside/curious.ts', 'src/actions/anything.ts'],
  ['evaluate-decides-like-a-pass', 'src/evaluate/curious.ts', 'src/diagnose/diagnose.ts'],
  ['pglite-is-a-leaf', 'src/pglite/curious.ts', 'src/core/anything.ts'],
  ['pglite-is-for-databases', 'src/cli/shortcut.ts', 'src/pglite/anything.ts'],
  ['config-reads-only', 'src/config/curious.ts', 'src/ledger/anything.ts'],
  ['server-goes-through-mendq', 'src/server/curious.ts', 'src/ledger/anything.ts'],
  ['demo-is-a-user', 'src/demo/curious.ts', 'src/pipeline.ts'],
  ['demo-is-a-command', 'src/index.ts', 'src/demo/anything.ts'],
  ['server-is-started-by-cli', 'src/index.ts', 'src/server/anything.ts'],
  ['cli-is-the-top', 'src/index.ts', 'src/cli/anything.ts'],
  ['testing-stays-out-of-production', 'src/index.ts', 'src/testing/anything.ts'],
  ['testing-speaks-contracts', 'src/testing/curious.ts', 'src/queues/bullmq/anything.ts'],
  ['bullmq-stays-in-its-room', 'src/replay/buyer-1.ts', 'bullmq'],
  ['ioredis-stays-in-its-room', 'src/replay/buyer-2.ts', 'ioredis'],
  ['amqplib-stays-in-its-room', 'src/replay/buyer-3.ts', 'amqplib'],
  ['aws-sdk-stays-in-its-room', 'src/replay/buyer-4.ts', '@aws-sdk/client-sqs'],
  ['postgres-stays-in-its-room', 'src/replay/buyer-5.ts', '@electric-sql/pglite'],
  ['drizzle-stays-in-its-room', 'src/replay/buyer-6.ts', 'drizzle-orm/node-postgres'],
  ['zod-stays-in-its-room', 'src/replay/buyer-7.ts', 'zod'],
  ['schema-tools-stays-in-its-room', 'src/replay/buyer-8.ts', 'ajv'],
  ['config-loader-stays-in-its-room', 'src/replay/buyer-9.ts', 'c12'],
  ['model-sdk-stays-in-its-room', 'src/replay/buyer-10.ts', '@ai-sdk/google'],
  ['http-server-stays-in-its-room', 'src/replay/buyer-11.ts', 'hono'],
  ['terminal-stays-in-its-room', 'src/replay/buyer-12.ts', 'commander'],
  ['no-undeclared-package', 'src/replay/buyer-13.ts', 'nobody-declared-this'],
  ['no-development-package', 'src/replay/buyer-14.ts', 'tool-for-development'],
  ['no-missing-file', 'src/replay/hopeful.ts', 'src/replay/nowhere.ts'],
  ['no-orphans', 'src/guard/lonely.ts', ''],
];

const NOT_WRITTEN = new Set(['src/replay/nowhere.ts', '']);
const directory = mkdtempSync(join(tmpdir(), 'mendq-boundaries-'));
let found: ReadonlySet<string | undefined>;

beforeAll(async () => {
  write('package.json', '{"name":"planted","type":"module","devDependencies":{"tool-for-development":"1.0.0"}}');
  write('node_modules/tool-for-development/package.json', '{"name":"tool-for-development","version":"1.0.0","main":"index.js"}');
  write('node_modules/tool-for-development/index.js', '');
  const lines = new Map<string, string[]>([['src/inspect/other.ts', ["import './one.ts';"]]]);
  const linesOf = (file: string) => lines.get(file) ?? lines.set(file, []).get(file) ?? [];
  for (const [, from, to] of PLANTED) {
    if (to !== '') linesOf(from).push(importLine(from, to));
    else linesOf(from);
    if (to.startsWith('src/') && !NOT_WRITTEN.has(to)) linesOf(to);
  }
  for (const [file, content] of lines) write(file, `${content.join('\n')}\nexport const x = 1;\n`);
  const { summary } = await checkBoundaries(directory);
  found = new Set(summary.violations.map(({ rule, from }) => `${rule.name} ${from}`));
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

test.each(PLANTED)('%s catches %s importing %s', (rule, from) => {
  expect([...found]).toContain(`${rule} ${from}`);
});

test('every rule has a planted import that it catches', () => {
  expect(new Set(PLANTED.map(([rule]) => rule))).toEqual(new Set(ruleNames()));
});

function importLine(from: string, to: string): string {
  const target = to.startsWith('src/') ? relative(dirname(from), to) : to;
  const specifier = to.startsWith('src/') && !target.startsWith('.') ? `./${target}` : target;
  // Types count as imports, but for packages that only type-checking needs.
  return to === 'tool-for-development' ? `import '${specifier}';` : `import type { x as x${to.replaceAll(/\W/g, '')} } from '${specifier}';`;
}

function write(file: string, content: string): void {
  const path = join(directory, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
