// node scripts/ci-summary.mjs <report.json> [failed checks]: the last word of .ci/run. Prints what failed, then
// "N passed, N failed" from vitest's JSON report, where each failed check counts as one more failure.
import { existsSync, readFileSync } from 'node:fs';

import { summarise } from './house/summary.mjs';

const [file = '', ...failedChecks] = process.argv.slice(2);
const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
const { lines, passed, failed } = summarise(report, failedChecks);
for (const line of lines) process.stdout.write(`${line}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
