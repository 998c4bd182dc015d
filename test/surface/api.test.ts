import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { apiReports } from './api-report.ts';
import { entryPoints } from './entry-points.ts';
import { ROOT } from './root.ts';

const written = entryPoints().filter(({ source }) => existsSync(join(ROOT, source)));
const reports = apiReports(written.map(({ source }) => source));

describe.each(written.map((entryPoint, index) => ({ ...entryPoint, ...reports[index] })))('$name', ({ name, report, text, undocumented }) => {
  test('exports what the committed report says', async () => {
    const content = `# Public surface of \`${name}\`\n\nWritten by \`npm run api\`; read its difference before you commit it.\n\n${text}`;
    await expect(content, `Where the change is meant: npm run api, then commit ${report}.`).toMatchFileSnapshot(join(ROOT, report));
  });

  test('says of everything that it exports what it is', () => {
    expect(undocumented).toEqual([]);
  });
});

test('there is an entry point', () => {
  expect(written.length).toBeGreaterThan(0);
});
