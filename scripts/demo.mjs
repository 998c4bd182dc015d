// npm run demo [-- options]: `mendq demo` from the sources, on a fresh clone with only Node and npm.
import { main } from './house/main.mjs';
import { runTypeScript } from './house/tsx.mjs';

await main(() => runTypeScript('src/cli/main.ts', ['demo', ...process.argv.slice(2)]));
