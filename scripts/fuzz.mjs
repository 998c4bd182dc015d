// npm run fuzz -- --runs N [--seed S] [--property NAME]: tries the properties on N random cases.
import { runCompiled } from './house/compiled.mjs';
import { main } from './house/main.mjs';

await main(() => runCompiled('test/properties/fuzz/fuzz.ts', process.argv.slice(2)));
