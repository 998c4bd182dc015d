// node scripts/run-tsx.mjs <file.ts> [parameters]: runs a TypeScript file, installing packages where some are missing.
import { main } from './house/main.mjs';
import { runTypeScript } from './house/tsx.mjs';

await main(async () => {
  const [file, ...parameters] = process.argv.slice(2);
  if (file === undefined) throw new Error('Name a TypeScript file: node scripts/run-tsx.mjs <file.ts> [parameters]');
  return runTypeScript(file, parameters);
});
